"""Further calls of recorded functions, with arguments a little different."""
import ast
import random
import re
import sys
import time
import types

from . import limited, limits

ALPHA = "abcdefghijklmnopqrstuvwxyz"


def mutate(v, rng, depth=0):
    """A value of the same type, a little different."""
    t = type(v)
    p = rng.random()
    if t is bool:
        return p < 0.5
    if t is int:
        if abs(v) > 10**6:
            return v
        return rng.choice((v + rng.randint(-3, 3), rng.randint(0, max(2, 2 * abs(v))), v, abs(v) // 2, rng.randint(0, 12)))
    if t is float:
        return round(rng.choice((v + rng.randint(-2, 2), v * 2, v / 2, rng.random() * 10, v)), 2) if abs(v) < 1e9 else v
    if t is str:
        if not v or p < 0.2:
            return v
        c = list(v)
        for _ in range(rng.randint(1, 3)):
            if not c:
                break
            i = rng.randrange(len(c))
            x = c[i]
            q = rng.random()
            if q < 0.4:
                c[i] = rng.choice("0123456789") if x.isdigit() else rng.choice(ALPHA.upper() if x.isupper() else ALPHA) if x.isalpha() else x
            elif q < 0.6:
                c.insert(i, x)
            elif q < 0.8:
                del c[i]
            else:
                j = rng.randrange(len(c))
                c[i], c[j] = c[j], c[i]
        return "".join(c)
    if depth > 3:
        return v
    if t is list or t is tuple:
        c = [mutate(x, rng, depth + 1) if rng.random() < 0.6 else x for x in v]
        if p < 0.2 and c:
            c.append(rng.choice(c))
        elif p < 0.4 and len(c) > 1:
            del c[rng.randrange(len(c))]
        elif p < 0.55:
            rng.shuffle(c)
        return t(c)
    if t is dict:
        return {k: mutate(x, rng, depth + 1) for k, x in v.items()}
    return v


UNSAFE = re.compile(r"remove|unlink|delete|rmtree|write|save|kill|exec|system|spawn|mkdir|rename|open|exit|quit|main|run|install|sleep|fork|connect|send|move|copy|chmod|input|get_?pass|serve", re.I)
UNSAFE_FILE = re.compile(r"(^|/)(os|shutil|subprocess|pathlib|tempfile|socket|signal|threading|site|venv|multiprocessing|asyncio|test|idlelib|lib2to3|distutils|ensurepip|pip)(\.py|/)")


def run_mutations(rec, seed, each, seconds):
    """Call plain module-level functions again with arguments like the recorded ones."""
    rng = random.Random(seed)
    sys.addaudithook(limited.deny)
    end = time.process_time() + seconds
    rec.mutating = True
    for fn in list(rec.functions):
        if time.process_time() > end:
            break
        if "." in fn.qual or UNSAFE.search(fn.name) or UNSAFE_FILE.search(fn.path) or fn.node.args.vararg or fn.node.args.kwarg or fn.node.args.posonlyargs:
            continue
        if not fn.calls or len(fn.calls) >= limits.KEPT_CALLS:
            continue
        target = None
        for m in list(sys.modules.values()):
            x = getattr(m, "__dict__", {}).get(fn.name) if type(m) is types.ModuleType else None
            if type(x) is types.FunctionType and x.__code__ is fn.code:
                target = x
                break
        if target is None:
            continue
        base = []
        for a, status, _, _ in fn.calls[:4]:
            if status == "ret" and a and not any(v.startswith("<") for v in a.values()):
                try:
                    base.append({k: ast.literal_eval(v) if v != "set()" else set() for k, v in a.items()})
                except (ValueError, SyntaxError):
                    pass
        for k in range(each if base else 0):
            args = {n: mutate(v, rng) for n, v in rng.choice(base).items()}
            limited.call(rec, lambda: target(**args), 0.3)
            if len(fn.calls) >= limits.KEPT_CALLS:
                break
