"""The items of a loop that was left early, from plain values."""
import ast
import builtins

from . import limits

_SAFE = {n: getattr(builtins, n) for n in "range enumerate zip sorted reversed list set dict len map filter str int float min max sum tuple abs bool any all ord chr divmod round".split()}


def replay_items(node, before):
    """The items of a loop whose iterable is plain data and builtins, else None."""
    env = {}
    for k, r in before.items():
        if r.startswith("<") or not k.isidentifier():
            return None
        env[k] = ast.literal_eval(r) if r != "set()" else set()
    for n in ast.walk(node):
        if isinstance(n, ast.Name) and n.id not in env and n.id not in _SAFE:
            return None
        if isinstance(n, (ast.Lambda, ast.comprehension)) or isinstance(n, ast.Attribute) and n.attr.startswith("_"):
            return None
        if isinstance(n, ast.BinOp) and isinstance(n.op, (ast.Pow, ast.LShift, ast.Mult)):
            return None
    it = eval(compile(ast.Expression(node), "<iter>", "eval"), {"__builtins__": _SAFE}, env)
    out = []
    for x in it:
        out.append(x)
        if len(out) > limits.LOOP:
            return None
    return out
