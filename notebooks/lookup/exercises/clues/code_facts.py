"""What is true of a learner's code as it is written: loops that forget, results thrown away."""

import ast
import inspect
import textwrap
from contextlib import suppress

# Methods and functions that give something back and change nothing.
PURE = {
    "cat",
    "clamp",
    "clone",
    "cumsum",
    "flatten",
    "flip",
    "float",
    "index_add",
    "index_select",
}
PURE |= {
    "int",
    "long",
    "masked_fill",
    "permute",
    "repeat",
    "reshape",
    "reversed",
    "roll",
    "scatter",
}
PURE |= {
    "scatter_add",
    "sorted",
    "squeeze",
    "stack",
    "tolist",
    "transpose",
    "unique",
    "unsqueeze",
}
PURE |= {"view"}
# Methods that change something and give nothing back.
SILENT = {"append", "clear", "extend", "insert", "remove", "reverse", "sort", "update"}


def code_facts(function):
    """Yield true clauses about what is likely to be a slip; none without the source.

    >>> list(code_facts(len))
    []
    """
    tree = _tree(function)
    yield from _of_loops(tree)
    for step in ast.walk(tree):
        if isinstance(step, ast.Expr):
            yield from _of_no_effect(step)


def why_none(function):
    """Why a function gives None, as far as its source says.

    >>> why_none(len)
    'is a return missing?'
    """
    tree = _tree(function)
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    kept = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    for value in [*returned, *kept]:
        if (
            isinstance(value, ast.Call)
            and _called(value) in SILENT
            and _is_method(value)
        ):
            return f".{_called(value)}() changes what it is called on, and gives nothing back."
    calls = [_called(node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if not returned and "print" in calls:
        return "to print something is not to return it."
    return "is a return missing?"


def of_a_set(function):
    """What makes sets in a function, as it is written; none that is sorted, or only looked into.

    >>> of_a_set(len)
    []
    """
    tree = _tree(function)
    inner = {
        id(node)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _called(call) in ("sorted", "len")
        for node in ast.walk(call)
    }
    # A set that something is compared with, or looked for in, needs no order.
    inner |= {
        id(node) for test in ast.walk(tree) if isinstance(test, ast.Compare)
        for node in ast.walk(test)
    }  # fmt: skip
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if id(node) not in inner
        and (
            isinstance(node, ast.Set | ast.SetComp)
            or (isinstance(node, ast.Call) and _called(node) == "set" and node.args)
        )
    ]


def unused(function, needed):
    """The names of inputs that a function never looks at; none without its source.

    needed: for each input whether no answer can do without it.

    >>> unused(len, [True])
    []
    """
    tree = _tree(function)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    arguments = tree.body[0].args.args if tree.body else []
    return [
        argument.arg
        for argument, is_needed in zip(arguments, needed)
        if is_needed and argument.arg not in used
    ]


def _tree(function):
    """The parsed `def` of a function in a module of its own, an empty module if there is none."""
    # No source: typed outside a cell; no whole statement: a lambda within a line; or not Python's
    # own.
    with suppress(OSError, SyntaxError, TypeError):
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        if isinstance(tree.body[0], ast.FunctionDef):
            return tree
    return ast.Module([])


def _of_no_effect(step):
    """Yield what is true of a line that has a value, of which nothing is made."""
    line = f"`{ast.unparse(step)}`"
    if isinstance(step.value, ast.Compare):
        yield f"{line} compares, and changes nothing; a single = writes"
    elif isinstance(step.value, ast.BinOp):
        yield f"{line} calculates something that no name keeps"
    elif isinstance(step.value, ast.Call) and _called(step.value) in PURE:
        yield f"{line} changes nothing: it gives something new back, which no name keeps"


def _called(call):
    """The last name of what is called: "sort" for `ids.sort()`."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _is_method(call):
    return isinstance(call.func, ast.Attribute)


def _of_loops(tree):
    """Yield what is true of loops that end too early or forget."""
    for loop in _loops(tree):
        # A `continue` may lead past the return, and then the loop does go on.
        goes_on = any(isinstance(node, ast.Continue) for node in ast.walk(loop))
        if not goes_on and any(isinstance(step, ast.Return) for step in loop.body):
            yield "a return stands in the loop, which so ends in its first pass"
    for name in sorted(_made_anew(tree) & _returned(tree)):
        yield f"{name} is made anew in each pass of the loop; make it once, before the loop"


def _loops(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.For)]


def _made_anew(tree):
    """The names that a loop sets to something new and then changes, each pass from the start."""
    return set().union(
        *(_set_anew(loop) & _changed(loop) for loop in _loops(tree)), set()
    )


def _set_anew(loop):
    """The names that a step of a loop sets, and not to something made of themselves."""
    names = set()
    for step in loop.body:
        if isinstance(step, ast.Assign):
            used = {
                node.id for node in ast.walk(step.value) if isinstance(node, ast.Name)
            }
            nodes = [node for target in step.targets for node in _names_in(target)]
            names |= {node.id for node in nodes if node.id not in used}
    return names


def _names_in(target):
    """The names that an assignment gives a value, not those that it writes into."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return [part for part in parts if isinstance(part, ast.Name)]


def _changed(loop):
    """The names that something in a loop writes into: `out[i] = 1`, `found.append(1)`."""
    names = set()
    for node in ast.walk(loop):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            names.add(getattr(node.value, "id", ""))
        if isinstance(node, ast.AugAssign):
            names.add(getattr(node.target, "id", ""))
        if isinstance(node, ast.Call) and _is_method(node):
            # A name that ends in _ is torch's sign for a method that works in place.
            grows = _called(node) in SILENT | {"add"} or _called(node).endswith("_")
            names |= {getattr(node.func.value, "id", "")} if grows else set()
    return names


def _returned(tree):
    """The names in what is returned behind all loops."""
    last = tree.body[0].body[-1] if tree.body else None
    if not isinstance(last, ast.Return):
        return set()
    return {node.id for node in ast.walk(last) if isinstance(node, ast.Name)}
