"""Makes whole traces of recorded calls, for the benchmark of steps.

    python3 traces.py [--calls N] RECORDS.jsonl.gz... > TRACES.jsonl
    python3 traces.py --cases CASES.jsonl > TRACES.jsonl

The records are those of the tracer. A call is traced if its function needs
nothing but builtins and the standard library, its arguments are literals, and
it gives what was recorded. With --cases the programs are those of a benchmark:
rows with case, code and entry_call. Python 3.11, whose line events the benchmark expects.
"""

import argparse
import ast
import builtins
import contextlib
import gzip
import io
import json
import sys

MODULES = {"re", "math", "itertools", "functools", "string", "operator", "collections", "datetime", "unicodedata", "textwrap", "bisect"}
MAX_EVENTS = 400
MAX_REPR = 2000


class TooLong(Exception):
    pass


def code_of(record):
    """The function's source with the imports that it needs, or None."""
    tree = ast.parse(record["src"])
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef) or tree.body[0].decorator_list:
        return None
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    bound |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)} | {tree.body[0].name}
    bound |= {a.asname or a.name for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    bound |= {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ExceptHandler)) and n.name}
    imports = []
    for n in ast.walk(tree):
        if isinstance(n, ast.Name) and n.id not in bound and not hasattr(builtins, n.id):
            if n.id not in MODULES:
                return None
            imports.append("import " + n.id)
    return "".join(line + "\n" for line in dict.fromkeys(imports)) + record["src"] + "\n"


def variables(frame):
    """The variables that have a name: a comprehension's iterator has none."""
    return {k: text(v) for k, v in frame.f_locals.items() if k.isidentifier()}


def text(value):
    r = repr(value)
    if len(r) > MAX_REPR:
        raise TooLong
    return r


def trace(code, call):
    """The events of a call and its result."""
    scope = {"__name__": "traced"}
    exec(compile(code, "<traced>", "exec"), scope)
    events, frames = [], {}

    def flush(frame):
        state = frames[frame]
        if state["line"] is None:
            return
        now = variables(frame)
        changed = {k: v for k, v in now.items() if state["locals"].get(k) != v}
        gone = [k for k in state["locals"] if k not in now]
        events.append([state["id"], "line", state["line"], changed] + ([gone] if gone else []))
        state["locals"] = now
        if len(events) > MAX_EVENTS:
            raise TooLong

    def watch(frame, event, arg):
        if frame.f_code.co_filename != "<traced>":
            return None
        if event == "call":
            caller = frame.f_back
            while caller is not None and caller not in frames:
                caller = caller.f_back
            if caller is not None and frames[caller]["line"] is not None and frames[caller]["at"] is None:
                # The line is written where it stands: before what it calls.
                pending = frames[caller]
                pending["at"] = len(events)
                events.append([pending["id"], "line", pending["line"], {}])
            start = variables(frame)
            frames[frame] = {"id": len(frames) + 1, "line": None, "locals": start, "at": None}
            events.append([frames[frame]["id"], "call", frame.f_code.co_name, start])
            return watch
        state = frames[frame]
        if event in ("line", "return"):
            if state["at"] is not None:
                now = variables(frame)
                changed = {k: v for k, v in now.items() if state["locals"].get(k) != v}
                events[state["at"]][3] = changed
                state["locals"], state["at"] = now, None
            else:
                flush(frame)
            state["line"] = frame.f_lineno if event == "line" else None
        if event == "return":
            events.append([state["id"], "return", frame.f_lineno, text(arg)])
        return watch

    with contextlib.redirect_stdout(io.StringIO()):
        sys.settrace(watch)
        try:
            result = eval(call, scope)
        finally:
            sys.settrace(None)
    return events, repr(result)


def simple(code):
    """Frames that go on after a yield are left out: the format does not tell them."""
    return not any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.GeneratorExp, ast.Await)) for n in ast.walk(ast.parse(code)))


def cases(path):
    """Prints the traces of a benchmark's programs."""
    seen = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["case"] in seen or not simple(row["code"]):
                continue
            seen.add(row["case"])
            try:
                events, _ = trace(row["code"], row["entry_call"])
            except (Exception, TooLong) as e:
                print(f"{row['case']} is left out: {e!r}", file=sys.stderr)
                continue
            print(json.dumps({"id": row["case"], "code": row["code"], "call": row["entry_call"], "events": events}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=3, help="calls of one function at most")
    parser.add_argument("--cases", help="programs of a benchmark")
    parser.add_argument("records", nargs="*")
    options = parser.parse_args()
    if options.cases:
        return cases(options.cases)
    seen = set()
    for path in options.records:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if record["src"] in seen or "." in record["qual"]:
                    continue
                seen.add(record["src"])
                try:
                    code = code_of(record)
                    if code is None or not simple(code):
                        continue
                except SyntaxError:
                    continue
                made = 0
                for args, status, result, *_ in record["calls"]:
                    if made == options.calls:
                        break
                    call = record["name"] + "(" + ", ".join(f"{k}={v}" for k, v in args.items()) + ")"
                    try:
                        for v in args.values():
                            ast.literal_eval(v)
                        events, got = trace(code, call)
                    except (Exception, TooLong):
                        continue
                    if status != "ret" or got != result or len(events) < 3:
                        continue
                    made += 1
                    row = {"id": f"{record['project']}:{record['qual']}:{made}", "code": code, "call": call, "events": events}
                    print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
