"""Reads cases from standard input, one JSON object a line, runs the call of each
under a tracer, and writes what the proof of each comes out as."""

import json
import sys

NAME = "<case>"


def prove(case):
    namespace = {"__name__": "case"}
    exec(compile(case["source"], NAME, "exec"), namespace)
    lines = []  # in the order in which they ran
    after = []  # a line with copies of the variables once it had run
    last = {}

    def done(frame):
        if id(frame) in last:
            after.append((last.pop(id(frame)), dict(frame.f_locals)))

    def trace(frame, event, arg):
        if frame.f_code.co_filename != NAME:
            return None
        if event == "line":
            done(frame)
            last[id(frame)] = frame.f_lineno
            lines.append(frame.f_lineno)
        elif event == "return":
            done(frame)
        return trace

    result = error = None
    raised = 0
    sys.settrace(trace)
    try:
        result = eval(compile(case["call"], "<call>", "eval"), namespace)
    except Exception as e:
        error = e
        traceback = e.__traceback__
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == NAME:
                raised = traceback.tb_lineno
            traceback = traceback.tb_next
    finally:
        sys.settrace(None)
    target = case["line"]
    names = dict(
        namespace,
        result=result,
        error=type(error).__name__,
        raised=raised == target,
        hit=target in lines,
        lines=lines,
        values=[variables for line, variables in after if line == target],
    )
    return "ok" if eval(case["proof"], names) else f"result {result!r}, error {error!r}, lines {lines}"


for text in sys.stdin:
    try:
        print(json.dumps(prove(json.loads(text))))
    except Exception as e:
        print(json.dumps(f"failed: {e!r}"))
