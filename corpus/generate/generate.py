"""Write random typed Python programs and record what their functions do.

    generate.py --out FILE.jsonl.gz --first SEED --count N

A case is its seed: the program, its arguments and so its trace follow from it. A program is a main
function, often with a helper or a small class, built from weighted templates in which a hole names the
type that is wanted:

    <S> str  <C> short str  <I> int  <F> float  <B> bool  <LI> list of int  <LS> list of str
    <LF> list of float  <LL> list of lists of int  <D> str to int  <DS> str to str  <DL> str to list of int
    <PI> pair of an int and a str  <SI> set of int

and <n>, <N>, <m>, <x>, <slice>, <c>, <q>, <w>, <is> small constants or indices, <v>, <u> fresh loop
names. Holes prefer variables that are in scope, because lines of real code work on variables.
"""
import argparse
import ast
import gzip
import json
import os
import resource
import sys
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from programs import Program
from recording import limited, limits
from recording.recorder import Recorder


def case(seed, calls=3):
    """The records of one case, or nothing where the program is not usable."""
    p = Program(seed)
    try:
        source, name, params = p.build()
        source = ast.unparse(ast.parse(source)) + "\n"
    except (SyntaxError, IndexError, ValueError, KeyError):
        return []
    if len(source) > 1600:
        return []
    filename = "<case %d>" % seed
    rec = Recorder([], (), "generated")
    rec.add_source(filename, "%d" % seed, source)
    space = {}
    try:
        exec(compile(source, filename, "exec"), space)
    except Exception:
        return []
    failed = 0
    for _ in range(calls + 2):
        args = [p.v.make(t) for _, t in params]
        before = len(rec.functions) and sum(1 for f in rec.functions for c in f.calls if c[1] == "exc")
        limited.call(rec, lambda: space[name](*args), 0.06)
        after = sum(1 for f in rec.functions for c in f.calls if c[1] == "exc")
        failed += after > before
        main = next((f for f in rec.functions if f.name == name), None)
        if failed > 2 or main is not None and len(main.calls) >= calls:
            break
    return list(rec.records())


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--out", required=True)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--count", type=int, default=1000)
    o = p.parse_args()
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    limits.EVENTS = 3
    limits.KEPT_CALLS = 4
    with gzip.open(o.out + ".part", "wt", compresslevel=4, encoding="utf-8") as w:
        for seed in range(o.first, o.first + o.count):
            for r in case(seed):
                w.write(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n")
    os.replace(o.out + ".part", o.out)


if __name__ == "__main__":
    main()
