"""Which names each cell of a notebook binds, and which it reads from other cells."""

import ast
import builtins
import symtable

BLOCKS = (ast.For, ast.While, ast.With, ast.If, ast.Try)
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)


def _table(statement):
    return symtable.symtable(ast.unparse(statement), "cell", "exec")


def _bound(table):
    """The names that a statement binds for the whole notebook."""
    made = (s for s in table.get_symbols() if s.is_assigned() or s.is_imported())
    return {symbol.get_name() for symbol in made} | {
        symbol.get_name() for symbol in table.get_symbols() if symbol.is_namespace()
    }


def _read(table, outside=True):
    """The names of the notebook that a statement reads, in its functions too."""
    found = {s.get_name() for s in table.get_symbols() if s.is_referenced()} if outside else set()
    if not outside:
        found = {s.get_name() for s in table.get_symbols() if s.is_referenced() and s.is_global()}
    return found.union(*(_read(inner, False) for inner in table.get_children()))


def _first_read(statement, bound, read):
    """What a statement reads before it binds it itself."""
    if not isinstance(statement, BLOCKS):
        return read
    added_to = {
        node.target.id
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    return (read - bound) | added_to


def names(source):
    """({name: what binds it}, names that come from other cells) of a cell.

    What binds a name is a tuple of statements, equal in two cells only if they bind the same thing.
    A function reads when it is called: what any line of its own cell binds is not another cell's.
    """
    made, needed, needed_later = {}, set(), set()
    for statement in ast.parse(source).body:
        table = _table(statement)
        bound, read = _bound(table), _read(table)
        if isinstance(statement, DEFINITIONS):
            needed_later |= read - bound
        else:
            needed |= _first_read(statement, bound, read) - made.keys()
        whole = source if read & made.keys() else ast.unparse(statement)
        for name in bound:
            made[name] = (*made.get(name, ()), whole)
    return made, {name for name in needed | needed_later - made.keys() if name not in dir(builtins)}
