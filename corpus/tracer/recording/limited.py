"""Calls that end in time and leave the machine alone."""
import signal

# Whether a limited call runs now.
guard = False


class Stop(BaseException):
    """Raised by the alarm; no program under trace catches it by accident."""


def deny(event, args):
    if guard and (event == "open" and not (len(args) > 1 and args[1] in ("r", "rb", None)) or event.split(".")[0] in ("os", "shutil", "subprocess", "socket", "tempfile", "signal", "webbrowser", "ctypes") and event not in ("os.listdir", "os.scandir", "os.putenv")):
        raise PermissionError("not allowed while arguments are changed")


def call(rec, thunk, seconds):
    """Run a call under trace; what it raises and a time-out are swallowed."""
    global guard
    live = [True]

    def late(*_):
        if live[0]:
            raise Stop()

    old = signal.signal(signal.SIGALRM, late)
    try:
        try:
            guard = True
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
            rec.start()
            thunk()
        finally:
            live[0] = False
            rec.pause()
    except BaseException:
        pass
    live[0] = False
    signal.setitimer(signal.ITIMER_REAL, 0)
    rec.stop()
    guard = False
    signal.signal(signal.SIGALRM, old)
