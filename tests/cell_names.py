"""Which names each cell of a notebook binds, and which it reads from other cells."""

import ast
import builtins
import re

BLOCKS = (ast.For, ast.While, ast.With, ast.If, ast.Try)
READ = re.compile(
    r"[\w, ()]+ = read_\w+\([\d=\w, ]*\)$"
)  # such as words, pairs = read_pairs(1000)


class _Names(ast.NodeVisitor):
    """What some code binds, adds to and reads at once, and what its functions read when called."""

    def __init__(self, *nodes):
        self.bound, self.added, self.read, self.later = set(), set(), set(), set()
        for node in nodes:
            self.visit(node)

    def visit_Name(self, node):
        (self.read if isinstance(node.ctx, ast.Load) else self.bound).add(node.id)

    def visit_arg(self, node):
        self.bound.add(node.arg)

    def visit_alias(self, node):
        self.bound.add((node.asname or node.name).split(".")[0])

    def visit_ExceptHandler(self, node):
        self.bound |= {node.name} - {None}
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Name):
            self.added.add(node.target.id)
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.bound.add(node.name)
        self.visit_Lambda(node)

    def visit_Lambda(self, node):
        inner = _Names(*ast.iter_child_nodes(node))
        self.later |= (inner.read | inner.later) - inner.bound

    def visit_ClassDef(self, node):
        self.bound.add(node.name)
        self.visit_ListComp(node)

    def visit_ListComp(self, node):
        inner = _Names(*ast.iter_child_nodes(node))
        self.read |= inner.read - inner.bound
        self.later |= inner.later - inner.bound

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp


def _source(statement):
    """From where a statement takes names that are the same each time; None if it makes them."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module
    text = ast.unparse(statement)
    return text if isinstance(statement, ast.Import) or READ.match(text) else None


def names(source):
    """({name: what binds it}, names that come from other cells) of a cell.

    What binds a name is the same in two cells only if both import it, or read it from the course.
    A function reads when it is called, maybe by another cell, so what it reads may come from there.
    """
    made, needed = {}, set()
    for statement in ast.parse(source).body:
        of = _Names(statement)
        in_order = of.read - of.bound if isinstance(statement, BLOCKS) else of.read
        needed |= (in_order | of.added) - made.keys()
        needed |= of.later - {getattr(statement, "name", None)}  # it may call itself
        whole = _source(statement) or source
        for name in of.bound:
            made.setdefault(name, set()).add(whole)
    return made, {name for name in needed if name not in dir(builtins)}
