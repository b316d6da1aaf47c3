"""Writes inverse questions for "augur bench inputs": functions that put a few
common operations one after another, with what they return for some input.

    python3 inverse_tasks.py [--count N] [--seed N] >FILE.jsonl

The input is known to exist; it is not looked at in the search.
"""

import argparse
import json
import random

WORDS = ["red", "green", "a b c", "x-y-z", "Hello World", "python", "tea,milk", "1,22,333", "AbC", "mississippi", "key=value", ""]

# Each operation: the class that it takes, the class that it makes, source with
# {} for the variable and # for a small number or a text.
OPERATIONS = [
    ("str", "str", ["v = v[::-1]", "v = v.upper()", "v = v.swapcase()", "v = v + '{t}'", "v = '{t}' + v", "v = v.replace('{c}', '{t}')", "v = v.strip()",
                    "v = v[{n}:]", "v = v[:-{n}]", "v = v * {n}", "v = v.title()", "v = v.zfill({m})", "v = v.ljust({m}, '{c}')", "v = ''.join(reversed(v))",
                    "v = ''.join(chr(ord(x) + {n}) for x in v)", "v = f'<{{v}}>'", "v = v.removeprefix('{c}')", "v = '{c}'.join(v)", "v = ''.join(sorted(v))"]),
    ("str", "list", ["v = v.split('{c}')", "v = list(v)", "v = [x for x in v if x != '{c}']", "v = v.split()", "v = [ord(x) for x in v]"]),
    ("str", "int", ["v = len(v)", "v = v.count('{c}')", "v = int('0' + ''.join(x for x in v if x.isdigit()))"]),
    ("str", "bytes", ["v = v.encode()", "v = v.encode('utf-16-le')"]),
    ("bytes", "str", ["v = v.decode('latin-1')", "v = v.hex()"]),
    ("bytes", "list", ["v = list(v)"]),
    ("list", "list", ["v = v[::-1]", "v = sorted(v, key=str)", "v = v + [{n}]", "v.append('{t}')", "v.insert(0, {n})", "v = v[1:]", "v = v[::2]", "v = v * 2",
                      "v = v[{n}:] + v[:{n}]", "v = [str(x) for x in v]", "v = [x for x in v if x]", "v.pop() if v else None", "v.extend([1, 2])",
                      "v = list(enumerate(v))", "v = [[x] for x in v]", "v = list(zip(v, v[1:]))"]),
    ("list", "str", ["v = '{c}'.join(str(x) for x in v)", "v = str(v)"]),
    ("list", "dict", ["v = {{str(x): i for i, x in enumerate(v)}}", "v = dict.fromkeys(str(x) for x in v)"]),
    ("list", "int", ["v = len(v)"]),
    ("dict", "list", ["v = list(v.items())", "v = sorted(v)", "v = list(v.values())"]),
    ("dict", "dict", ["v = {{b: a for a, b in v.items()}}", "v['{t}'] = {n}", "v.update(k={n})", "v = dict(sorted(v.items(), key=str))"]),
    ("int", "int", ["v = v + {m}", "v = v * {n}", "v = -v", "v = v ** 2", "v = v - {m}", "v = 3 * v + 1", "v = v // {n}", "v ^= {m}", "v = v << {n}"]),
    ("int", "str", ["v = str(v)", "v = bin(v)", "v = hex(v)", "v = f'{{v:05d}}'", "v = 'a' * (v % 50)"]),
    ("int", "list", ["v = [int(x) for x in str(abs(v))]", "v = list(range(v % 20))"]),
]


def value(rng, kind):
    if kind == "str":
        return rng.choice(WORDS) + rng.choice(["", "", rng.choice(WORDS)])
    if kind == "int":
        return rng.choice([rng.randrange(10), rng.randrange(-100, 100), rng.randrange(100000)])
    if kind == "bytes":
        return value(rng, "str").encode()
    if kind == "list":
        inner = rng.choice(["int", "str"])
        return [value(rng, inner) for _ in range(rng.randrange(5))]
    return {value(rng, "str"): value(rng, "int") for _ in range(rng.randrange(4))}


def task(rng, number):
    first = kind = rng.choice(["str", "str", "list", "int", "dict"])
    lines = []
    for _ in range(rng.randrange(1, 6)):
        source, after = rng.choice([(s, b) for a, b, sources in OPERATIONS if a == kind for s in sources])
        lines.append(source.format(n=rng.randrange(1, 4), m=rng.randrange(2, 30), c=rng.choice("abx-, e"), t=rng.choice(["ab", "q", "-", "end", "xyz"])))
        kind = after
    code = "def f(v):\n" + "".join(f"    {line}\n" for line in lines) + "    return v"
    argument = value(rng, first)
    namespace = {}
    exec(code, namespace)
    source = repr(argument)
    return {"id": f"inverse_{number}", "code": code, "input": source, "output": repr(namespace["f"](eval(source)))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    made = 0
    while made < options.count:
        try:
            item = task(rng, made)
        except Exception:
            continue  # an operation does not take what came before it
        print(json.dumps(item))
        made += 1


if __name__ == "__main__":
    main()
