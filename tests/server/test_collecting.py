"""The garbage collector's settings in a server: they are made, and garbage in circles is still freed."""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import gc, weakref
from referee.server.process.collecting import collect_rarely

class Thing:
    pass

def in_circle():
    thing = Thing()
    thing.itself = thing
    return weakref.ref(thing)

kept = [in_circle() for _ in range(3)]
collect_rarely()
print(all(each() is None for each in kept), gc.get_freeze_count() > 1000)
later = in_circle()
held = [[] for _ in range(gc.get_threshold()[0] + 1)]  # objects that stay bring the next look
print(later() is None)
"""


def test_the_collector_looks_rarely_but_looks() -> None:
    """In a process of its own, since the settings are of a whole process."""
    told = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, check=True)
    assert told.stdout.decode().split() == ["True", "True", "True"]
