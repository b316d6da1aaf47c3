"""The command line."""
import argparse
import gzip
import json
import os
import resource
import signal
import sys

from . import limited
from .modes import run
from .mutate import run_mutations
from .recorder import Recorder

# The longest that a program takes on the clock, in multiples of its processor time: it may sleep, or the machine be busy.
WAIT = 6


def main(argv):
    p = argparse.ArgumentParser(description="record what Python functions do")
    p.add_argument("--out", required=True, help="output file, .jsonl.gz")
    p.add_argument("--project", default="")
    p.add_argument("--root", action="append", default=[], help="folder whose functions are recorded")
    p.add_argument("--exclude", action="append", default=[], help="part of a path whose functions are not recorded")
    p.add_argument("--seconds", type=float, default=60, help="of processor time, so that a busy machine records the same")
    p.add_argument("--memory", type=int, default=2048, help="MiB")
    p.add_argument("--mutate", type=int, default=0, help="further calls a function with changed arguments")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("mode", choices=["script", "unittest", "pytest", "functions", "doctest", "import", "calls"])
    p.add_argument("args", nargs=argparse.REMAINDER)
    o = p.parse_args(argv)

    resource.setrlimit(resource.RLIMIT_AS, (o.memory << 20, o.memory << 20))
    rec = Recorder(o.root, o.exclude, o.project)
    done = []

    def dump():
        if done:
            return
        done.append(1)
        rec.pause()
        part = o.out + ".part"
        with gzip.open(part, "wt", compresslevel=4, encoding="utf-8") as w:
            for r in rec.records():
                w.write(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n")
        os.replace(part, o.out)

    def alarm(*_):
        rec.pause()
        limited.guard = False
        dump()
        os._exit(0)

    pid = os.getpid()
    quiet = open(os.devnull, "w")
    err = sys.stderr
    sys.stdin = open(os.devnull)
    signal.signal(signal.SIGPROF, alarm)
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_PROF, o.seconds)
    signal.setitimer(signal.ITIMER_REAL, WAIT * o.seconds)
    try:
        run(rec, o, quiet)
    except SystemExit:
        pass
    except BaseException as e:
        err.write("tracer: %s %s: %r\n" % (o.mode, o.args, e))
    if os.getpid() != pid:
        os._exit(0)
    rec.pause()
    sys.stdout = sys.stderr = quiet
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if o.mutate:
        try:
            run_mutations(rec, o.seed, o.mutate, o.seconds)
        except BaseException as e:
            err.write("tracer: mutate: %r\n" % (e,))
    limited.guard = False
    dump()
    os._exit(0)
