"""Record the events that sys.settrace sees while programs run.

    events.py PROGRAM.py ...            writes PROGRAM.events beside each
    events.py --json PROGRAM.py ...     prints {"code": ..., "events": [...]} for each
    events.py --json-lines FILE.jsonl   the same for the programs in the field "code" of each line,
                                        with the call in the field "call", if there is one, at the end
"""
import gc
import io
import json
import signal
import sys

NAME = "x.py"
MOST = 20000
SECONDS = 1


class TooLong(BaseException):
    pass


def too_long(*_):
    raise TooLong


def events(code):
    log, ids, kept = [], {}, []

    def trace(frame, kind, arg):
        if frame.f_code.co_filename != NAME:
            return None
        if id(frame) not in ids:
            ids[id(frame)] = len(kept) + 1
            kept.append(frame)
        line = f"{ids[id(frame)]} {kind} {frame.f_lineno}"
        if kind == "call":
            line += " " + frame.f_code.co_name
        if kind == "exception":
            line += " " + arg[0].__name__
        log.append(line)
        if len(log) > MOST:
            raise SystemExit
        return trace

    program = compile(code, NAME, "exec")
    names = {"__name__": "__main__"}
    out, sys.stdout = sys.stdout, io.StringIO()
    gc.disable()
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    sys.settrace(trace)
    try:
        exec(program, names)
    except TooLong:
        return None
    except BaseException:
        pass
    finally:
        sys.settrace(None)
        signal.alarm(0)
        sys.stdout = out
    return log


def main():
    args = sys.argv[1:]
    if args[:1] == ["--json-lines"]:
        for row in map(json.loads, open(args[1])):
            code = row["code"]
            if row.get("call"):
                code = code.rstrip() + "\n" + row["call"] + "\n"
            log = events(code)
            if log is not None:  # it ended in time
                print(json.dumps({"code": code, "events": log}))
        return
    as_json = args[:1] == ["--json"]
    for path in args[as_json:]:
        code = open(path).read()
        log = events(code)
        if as_json:
            print(json.dumps({"code": code, "events": log}))
        else:
            open(path.removesuffix(".py") + ".events", "w").write("\n".join(log) + "\n")


if __name__ == "__main__":
    main()
