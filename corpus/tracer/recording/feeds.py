"""Where a recorder hears of calls and lines from: sys.monitoring, or sys.settrace before Python 3.12."""
import sys

from . import limits


def start(rec):
    """Feed rec from now on, until the feed is closed."""
    return Monitoring(rec) if hasattr(sys, "monitoring") else Settrace(rec)


class Settrace:
    """Feeds a recorder from the trace function of the thread."""

    def __init__(self, rec):
        self.rec = rec
        sys.settrace(self.dispatch)

    def close(self):
        sys.settrace(None)

    def dispatch(self, frame, event, arg):
        if event != "call":
            return None
        try:
            f = self.rec.on_call(frame)
        except Exception:
            return None
        if f is None:
            return None
        if f.light:
            frame.f_trace_lines = False
        return self.local

    def local(self, frame, event, arg):
        f = self.rec.active.get(frame)
        if f is None:
            return None
        try:
            if event == "line":
                if not f.light:
                    self.rec.on_line(f, frame)
            elif event == "exception":
                self.rec.on_exception(f, arg[0])
            elif event == "return":
                self.rec.on_return(f, frame, arg)
        except Exception:
            self.rec.active.pop(frame, None)
            return None
        return self.local


class Monitoring:
    """Feeds a recorder from sys.monitoring, which costs nothing in code that is not recorded."""

    def __init__(self, rec):
        mon = sys.monitoring
        self.rec = rec
        self.id = next((i for i in (4, 3, 1, 2, 0) if mon.get_tool(i) is None), None)
        if self.id is None:
            return
        mon.use_tool_id(self.id, "tracer")
        e = mon.events
        self.local = e.LINE | e.PY_RETURN
        self.codes = set()
        for event, f in ((e.PY_START, self.on_start), (e.LINE, self.on_line), (e.PY_RETURN, self.on_return), (e.RAISE, self.on_raise), (e.PY_UNWIND, self.on_unwind)):
            mon.register_callback(self.id, event, f)
        mon.set_events(self.id, e.PY_START | e.RAISE | e.PY_UNWIND)
        mon.restart_events()

    def close(self):
        if self.id is None:
            return
        mon = sys.monitoring
        for c in self.codes:
            mon.set_local_events(self.id, c, 0)
        mon.set_events(self.id, 0)
        mon.free_tool_id(self.id)

    def on_start(self, code, _):
        try:
            f = self.rec.on_call(sys._getframe(1))
        except Exception:
            return None
        if f is None:
            return sys.monitoring.DISABLE if self.rec.ignores(code) else None
        if code not in self.codes:
            self.codes.add(code)
            sys.monitoring.set_local_events(self.id, code, self.local)
        return None

    def guarded(self, do):
        frame = sys._getframe(2)
        f = self.rec.active.get(frame)
        if f is None:
            return
        try:
            do(f, frame)
        except Exception:
            self.rec.active.pop(frame, None)

    def on_line(self, code, line):
        self.guarded(lambda f, frame: None if f.light or f.lines > limits.LINES else self.rec.on_line(f, frame))

    def on_return(self, code, _, value):
        self.guarded(lambda f, frame: self.rec.on_return(f, frame, value, False))

    def on_raise(self, code, _, exc):
        self.guarded(lambda f, frame: self.rec.on_exception(f, type(exc)))

    def on_unwind(self, code, _, exc):
        self.guarded(lambda f, frame: self.rec.on_return(f, frame, None, True))
