"""How the threads of a server share its one interpreter: short turns, and rare pauses to look for garbage."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SWITCHING = 0.001
"""How many seconds a thread may think while another waits to. At Python's own five thousandths each small step of an
answer waits that long while a view is folded, and an answer has dozens of such steps."""

GATHERING = (50_000, 20, 50)
"""When garbage is looked for (``gc.set_threshold``). A view is some hundred thousand objects without a ring among
them: at Python's own numbers they are walked through again and again while they are made, and everybody waits."""


@contextmanager
def sharing() -> Iterator[None]:
    """Let threads take short turns while the block runs; never longer ones, nor more pauses, than were set before."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(min(interval, SWITCHING))
    if thresholds[0]:
        gc.set_threshold(*map(max, thresholds, GATHERING))
    try:
        yield
    finally:
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
