"""Threads for plain bots that wait, so that they do not hold each other up (duty 32).

A thread costs a quick bot more than its decision does, and Python's lock lets only one thread compute. So
bots are asked where their turns are read until one of them has waited: for another program, a disk, or a
sleep. From then on each is asked on a thread, until none has waited for a while.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from referee_client.seats import log

__all__ = [
    "MAX_THREADS",
    "THREADS",
    "WAITED_NS",
    "BotThreads",
    "DaemonExecutor",
    "Overdue",
    "ready_ns",
]

THREADS = 64
"""How many bots think at the same time unless told otherwise."""
MAX_THREADS = 1024
"""The most."""
WAITED_NS = 5_000_000
"""A decision that took longer, and did not need the processor for half of it, has waited."""
QUICK_DECISIONS = 100
"""Decisions of which none has waited, or that have kept the processor busy, after which threads are left; each
time it takes twice as many."""
BUSY = 0.9
"""Part of all the time for which a processor was needed from which on bots are taken for such that compute."""
OVERDUE_S = 0.5
"""Seconds after which a turn that waits for a thread is worth a warning."""
WARN_EVERY_S = 60.0
"""Least seconds between two of them."""


class Overdue:
    """Warns of turns that wait for a free thread, at most once a minute.

    Args:
        limit: How many bots may think at the same time. With 1 it never warns: waiting is what was asked for, as
            for house bots, which only compute.
        now_s: Tells a monotonic time in seconds.
    """

    def __init__(self, limit: int, now_s: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._now_s = now_s
        self._warned_s: float | None = None

    def look(self, waiting: int, since_s: float) -> None:
        """Warn if it is time.

        Args:
            waiting: How many turns wait, at least 1.
            since_s: Since when the first of them does.
        """
        now_s = self._now_s()
        has_warned = self._warned_s is not None and now_s - self._warned_s < WARN_EVERY_S
        if self._limit == 1 or now_s - since_s < OVERDUE_S or has_warned:
            return
        self._warned_s = now_s
        one, many = (
            "1 turn waits for a free thread,",
            f"{waiting} turns wait for a free thread, one of them",
        )
        log.warning(
            "%s for %.1f s; --threads allows %d",
            one if waiting == 1 else many,
            now_s - since_s,
            self._limit,
        )


class BotThreads:
    """Up to so many threads, of which none keeps the process alive.

    Args:
        limit: Most threads, from 1 to `MAX_THREADS`; 1 means none, as the caller's thread is one.
        now_s: Tells a monotonic time in seconds.

    Raises:
        ValueError: The limit is out of range.
    """

    def __init__(self, limit: int = THREADS, now_s: Callable[[], float] = time.monotonic) -> None:
        if not 1 <= limit <= MAX_THREADS:
            raise ValueError(f"threads must be from 1 to {MAX_THREADS}, not {limit}")
        self.limit = limit
        """Most bots that think at the same time."""
        self.is_on = False
        """Whether bots are to be asked on threads now."""
        self.overdue = Overdue(limit, now_s)
        """Warns of turns that wait."""
        self._now_s = now_s
        self._lock = threading.Lock()
        self._given = threading.Condition(self._lock)
        self._done = threading.Condition(self._lock)
        self._jobs: deque[tuple[float, Callable[[], None]]] = deque()
        self._threads = self._free = self._pending = 0
        self._is_closed = False
        self._needed = QUICK_DECISIONS
        self._begun_s = 0.0
        self._decisions = self._waits = self._ready_ns = 0
        self._caller_ns = 0

    # Whether bots wait.

    def begin_watch(self) -> None:
        """Note how far the calling thread is, before it asks bots."""
        if self.limit > 1:
            self._caller_ns = ready_ns()

    def watch(self, took_ns: int) -> None:
        """Go over to threads if what the calling thread has just asked a bot has waited.

        Args:
            took_ns: How long it took, more than `WAITED_NS`.
        """
        if self.is_on or self.limit == 1:
            return
        before_ns, self._caller_ns = self._caller_ns, ready_ns()
        if _has_waited(took_ns, self._caller_ns - before_ns):
            self._begin()
            self.is_on = True
            log.info("a bot has waited: bots think on up to %d threads now", self.limit)

    def noted(self, took_ns: int, needed_ns: int) -> None:
        """Note a decision on a thread; leave threads if many of them show that they gain nothing.

        Args:
            took_ns: How long it took.
            needed_ns: For how much of that it needed the processor, as `ready_ns` tells.
        """
        with self._lock:
            self._decisions += 1
            self._waits += _has_waited(took_ns, needed_ns)
            self._ready_ns += needed_ns
            if self._decisions < self._needed:
                return
            # Bots that compute wait for Python's lock on threads, which looks like any other waiting.
            is_busy = 1e-9 * self._ready_ns > BUSY * (self._now_s() - self._begun_s)
            if is_busy or not self._waits:
                self.is_on = False
                self._needed *= 2
            self._begin()

    def _begin(self) -> None:
        """Begin to count decisions."""
        self._begun_s = self._now_s()
        self._decisions = self._waits = self._ready_ns = 0

    # The threads.

    def submit(self, job: Callable[[], None]) -> None:
        """Do something on a free thread, on a new one, or else on the first that gets free; nothing once closed."""
        with self._lock:
            if self._is_closed:
                return
            self._pending += 1
            self._jobs.append((self._now_s(), job))
            if self._free >= len(self._jobs):
                self._given.notify()
            elif self._threads < self.limit:
                self._add_thread()
            else:
                self._look()
            if self._threads:
                return
            self._jobs.pop()
        self._do(job)

    def _add_thread(self) -> None:
        """Add a thread, or where the system allows no more, bear with those that there are."""
        try:
            threading.Thread(target=self._work, name="bot", daemon=True).start()
        except RuntimeError as error:  # such as by a sandbox's limit of processes
            self.limit = max(1, self._threads)
            log.warning("no more than %d threads for bots: %s", self._threads, error)
        else:
            self._threads += 1

    def look(self) -> None:
        """Warn if turns have waited long; to be called from time to time."""
        with self._lock:
            self._look()

    def _look(self) -> None:
        if self._jobs and self._threads == self.limit and not self._free:
            self.overdue.look(len(self._jobs), self._jobs[0][0])

    def _work(self) -> None:
        while True:
            with self._lock:
                self._free += 1
                while not (self._jobs or self._is_closed):
                    self._given.wait()
                self._free -= 1
                if not self._jobs:
                    break
                self._look()
                _, job = self._jobs.popleft()
            self._do(job)
        if getattr(_of_thread, "fd", -1) >= 0:
            os.close(_of_thread.fd)

    def _do(self, job: Callable[[], None]) -> None:
        try:
            job()
        finally:
            with self._lock:
                self._pending -= 1
                self._done.notify_all()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done, and nothing waits."""
        return not self._pending

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is being done, but not longer than so many seconds; return whether that is so."""
        with self._lock:
            return self._done.wait_for(lambda: self.is_idle, seconds)

    def close(self, *, drop: bool = True) -> None:
        """End threads once they have done what they do.

        Args:
            drop: Whether what waits is left out.
        """
        with self._lock:
            self._is_closed = True
            if drop:
                self._pending -= len(self._jobs)
                self._jobs.clear()
            self._given.notify_all()
            self._done.notify_all()


class DaemonExecutor(ThreadPoolExecutor):
    """An event loop's executor, such as `asyncio.to_thread` uses, whose threads do not keep a process alive.

    Args:
        limit: Most threads.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(1)  # which starts no thread before the first `submit`, and that is ours
        self._bot_threads = BotThreads(limit)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do something on a thread."""
        future: Future[Any] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        self._bot_threads.submit(job)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Start nothing more, and wait for nothing."""
        del wait  # a bot may think for ever
        self._bot_threads.close(drop=False)
        super().shutdown(wait=False, cancel_futures=cancel_futures)


def _has_waited(took_ns: int, needed_ns: int) -> bool:
    return took_ns > WAITED_NS and 2 * needed_ns < took_ns


def ready_ns() -> int:
    """Return for how long the calling thread has needed a processor, whether it had one or not.

    Where the system does not tell that, what it has had: on a busy machine it may need more.
    """
    try:
        fd = _of_thread.fd
    except AttributeError:
        try:
            fd = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            fd = -1
        _of_thread.fd = fd
    if fd < 0:
        return time.thread_time_ns()
    has_run, has_waited, _ = os.pread(fd, 80, 0).split()
    return int(has_run) + int(has_waited)


_of_thread = threading.local()
