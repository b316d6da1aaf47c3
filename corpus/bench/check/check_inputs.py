"""Run the inputs that "augur bench inputs|reach --answers FILE" found, and count
those that do what was asked.

    python3 check_inputs.py ANSWERS.jsonl [--root DIR] [--list]

Each call runs in a process of its own with a time limit, under sys.settrace.
Compare with CPython 3.11, whose behaviour Augur models.
"""

import argparse
import importlib.util
import io
import json
import multiprocessing
import os
import sys
import contextlib


class Reached(BaseException):
    pass


def load(item, root):
    """The namespace and the file name of an item's source."""
    if item.get("code"):
        name = "<item>"
        namespace = {"__name__": "item"}
        exec(compile(item["code"], name, "exec"), namespace)
        return namespace, name
    path = os.path.join(root, os.path.basename(item["repo"]), item["path"])
    base = os.path.dirname(path)
    top = base
    while os.path.exists(os.path.join(top, "__init__.py")):
        top = os.path.dirname(top)
    sys.path[:0] = [top, base, os.path.join(root, os.path.basename(item["repo"]))]
    relative = os.path.relpath(path, top)
    name = relative[:-3].replace(os.sep, ".")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return vars(module), path


def same(a, b):
    """Equality that also tells 1, 1.0 and True apart."""
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b or a != a and b != b


def check(item, root):
    """"" if the call does what was asked, else what it does instead."""
    namespace, path = load(item, root)
    seen = set()

    def trace(frame, event, _):
        if frame.f_code.co_filename != path:
            return None
        if event == "line":
            seen.add(frame.f_lineno)
            if item["goal"] == "line" and frame.f_lineno == item["line"]:
                raise Reached  # what comes after may take long
        return trace

    code = compile(item["call"], "<call>", "eval")
    error = result = None
    sys.settrace(trace)
    try:
        result = eval(code, namespace)
    except BaseException as e:
        error = e
    finally:
        sys.settrace(None)
    if item["goal"] == "returns":
        if error is not None:
            return f"raised {error!r}"
        return "" if same(result, eval(item["returns"])) else f"returned {result!r}"
    if item["goal"] == "line":
        return "" if item["line"] in seen else f"reached {sorted(seen)} {error!r}"
    if error is None:
        return "did not raise"
    line, tb = 0, error.__traceback__
    while tb is not None:
        if tb.tb_frame.f_code.co_filename == path:
            line = tb.tb_lineno
        tb = tb.tb_next
    if line != item["line"]:
        return f"raised {error!r} at line {line}"
    wanted = item.get("exception")
    return "" if not wanted or type(error).__name__ == wanted else f"raised {error!r}"


def child(item, root, pipe):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            verdict = check(item, root)
        except BaseException as e:
            verdict = f"cannot be checked: {e!r}"
    pipe.send(verdict)


def verdict_of(item, root, seconds):
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=child, args=(item, root, theirs))
    process.start()
    verdict = ours.recv() if ours.poll(seconds) else "timed out"
    process.kill()
    process.join()
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers")
    parser.add_argument("--root", default="")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--list", action="store_true", help="print what is wrong or was not found")
    options = parser.parse_args()
    multiprocessing.set_start_method("fork")

    items = confirmed = wrong = proved = compared = small = 0
    times = []
    with open(options.answers) as lines:
        for text in lines:
            item = json.loads(text)
            items += 1
            times.append(item["ms"])
            if not item.get("call"):
                proved += item.get("proved_unreachable", False)
                if options.list and not item.get("proved_unreachable"):
                    print("not found:", item["id"], item.get("line", ""), item.get("blocked_by", ""))
                continue
            verdict = verdict_of(item, options.root, options.seconds)
            if verdict:
                wrong += 1
                if options.list:
                    print("wrong:", item["id"], item["call"], "--", verdict)
                continue
            confirmed += 1
            if item.get("witness"):
                compared += 1
                small += len(item["call"]) <= len(item["witness"])
    times.sort()
    print(f"{items} questions: {confirmed} confirmed by CPython ({100 * confirmed / max(items, 1):.1f} %), {wrong} wrong, "
          f"{proved} proved unreachable, {items - confirmed - wrong - proved} not found")
    if compared:
        print(f"no longer than the witness: {small} of {compared} ({100 * small / compared:.1f} %)")
    print(f"median {times[len(times) // 2]:.1f} ms, 95 % within {times[len(times) * 95 // 100]:.1f} ms" if times else "")


if __name__ == "__main__":
    main()
