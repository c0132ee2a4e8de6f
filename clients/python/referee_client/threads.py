"""Threads for plain bots that spend time waiting, so that they do not hold each other up.

For a quick bot a thread costs more than its decision, and Python's global lock lets only one thread
compute at a time. So bots are asked on the thread that reads the stream until one of them has
waited: for another program, a disk, or a sleep. From then on each bot is asked on a thread of this
pool, until no bot has waited for a while.
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
"""Default for how many bots think at the same time."""
MAX_THREADS = 1024
"""Highest number of threads that may be configured."""
WAITED_NS = 5_000_000
"""Nanoseconds. A decision counts as waiting if it took longer than this and needed the processor
for less than half of that time.
"""
QUICK_DECISIONS = 100
"""Number of decisions after which threads are switched off again, if none of these decisions has
waited, or if together they kept the processor busy. The number doubles whenever threads are
switched off, so that they are not switched on and off all the time for bots that wait only now and
then.
"""
BUSY = 0.9
"""Fraction of the elapsed time. If bots needed a processor for more than this fraction, they count
as computing, not waiting."""
OVERDUE_S = 0.5
"""Seconds that a turn has to wait for a thread before a warning is logged."""
WARN_EVERY_S = 60.0
"""Least number of seconds between two warnings of turns that wait for a thread."""


class Overdue:
    """Logs a warning if turns wait for a free thread, at most once a minute.

    Args:
        limit: How many bots may think at the same time. With 1 it never warns, since then turns are
            meant to wait.
        now_s: Returns the time of a monotonic clock in seconds.
    """

    def __init__(self, limit: int, now_s: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._now_s = now_s
        self._warned_s: float | None = None

    def warn(self, waiting: int, since_s: float) -> None:
        """Log a warning if the first turn has waited for `OVERDUE_S`.

        Nothing is logged if there was a warning in the last minute.

        Args:
            waiting: Number of turns that wait, at least 1.
            since_s: Time since which the first of these turns has waited, by `now_s`.
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
    """Pool of daemon threads for bots; they do not keep the process alive.

    Args:
        limit: Highest number of threads, from 1 to `MAX_THREADS`; 1 means that bots are only asked
            on the caller's thread.
        now_s: Returns the time of a monotonic clock in seconds.

    Raises:
        ValueError: The limit is not from 1 to `MAX_THREADS`.
    """

    def __init__(self, limit: int = THREADS, now_s: Callable[[], float] = time.monotonic) -> None:
        if not 1 <= limit <= MAX_THREADS:
            raise ValueError(f"threads must be from 1 to {MAX_THREADS}, not {limit}")
        self.limit = limit
        """Highest number of bots that think at the same time."""
        self.is_on = False
        """Whether bots have to be asked on threads of the pool now, and not on the caller's
        thread."""
        self.overdue = Overdue(limit, now_s)
        """Logs warnings of turns that wait for a free thread."""
        self._now_s = now_s
        self._lock = threading.Lock()
        self._job_added = threading.Condition(self._lock)
        self._done = threading.Condition(self._lock)
        self._jobs: deque[tuple[float, Callable[[], None]]] = deque()
        self._threads = self._free = self._pending = 0
        self._is_closed = False
        self._needed = QUICK_DECISIONS
        self._begun_s = 0.0
        self._decisions = self._waits = self._ready_ns = 0
        self._caller_ns = 0

    # Whether bots wait.

    def start_timing(self) -> None:
        """Record the processor time of the calling thread before it asks bots."""
        if self.limit > 1:
            self._caller_ns = ready_ns()

    def switch_on_if_waited(self, took_ns: int) -> None:
        """Use threads from now on if the decision just made on this thread was mostly waiting.

        Args:
            took_ns: Nanoseconds that the decision took; more than `WAITED_NS`.
        """
        if self.is_on or self.limit == 1:
            return
        # `start_timing` is called once for many decisions, as reading the time costs as much as a quick one. What
        # quick ones before this needed makes this one look busier, and the switch at most one decision later.
        before_ns, self._caller_ns = self._caller_ns, ready_ns()
        if _has_waited(took_ns, self._caller_ns - before_ns):
            self._begin()
            self.is_on = True
            log.info("a bot has waited: bots think on up to %d threads now", self.limit)

    def count_decision(self, took_ns: int, needed_ns: int) -> None:
        """Count a decision that was made on a thread, and switch threads off if they are of no use.

        They are of no use if none of many decisions has waited, or if these together kept the
        processor busy.

        Args:
            took_ns: Nanoseconds that the decision took.
            needed_ns: Nanoseconds of `took_ns` for which it needed the processor, by `ready_ns`.
        """
        with self._lock:
            self._decisions += 1
            self._waits += _has_waited(took_ns, needed_ns)
            self._ready_ns += needed_ns
            if self._decisions < self._needed:
                return
            # On threads, a bot that computes waits for Python's global lock, which by `_has_waited` looks like any
            # other wait. So the time of all threads together decides: near one processor, they only compute.
            is_busy = 1e-9 * self._ready_ns > BUSY * (self._now_s() - self._begun_s)
            if is_busy or not self._waits:
                self.is_on = False
                # Threads may be switched on again by the next decision that waits. The doubled
                # number makes that happen ever more rarely for bots that gain nothing by threads.
                self._needed *= 2
            self._begin()

    def _begin(self) -> None:
        """Begin to count decisions again, from zero and from now."""
        self._begun_s = self._now_s()
        self._decisions = self._waits = self._ready_ns = 0

    # The threads.

    def submit(self, job: Callable[[], None]) -> None:
        """Run a job on a free thread, on a new thread, or on the first thread that becomes free.

        Drop the job if the pool has been closed. If the system allows no thread at all, the
        caller's thread runs the job.
        """
        with self._lock:
            if self._is_closed:
                return
            self._pending += 1
            self._jobs.append((self._now_s(), job))
            # Threads that were notified count as free until they run, so the comparison is with all
            # jobs in the queue, not with one.
            if self._free >= len(self._jobs):
                self._job_added.notify()
            elif self._threads < self.limit:
                self._add_thread()
            else:
                self._warn_of_waiting()
            if self._threads:
                return
            # The system allows no thread at all: the caller has to do the job, which nobody else would take.
            self._jobs.pop()
        self._do(job)

    def _add_thread(self) -> None:
        """Start one more thread.

        If the system allows no more, lower the limit to the present number of threads.
        """
        try:
            threading.Thread(target=self._work, name="bot", daemon=True).start()
        except RuntimeError as error:  # such as by a sandbox's limit of processes
            self.limit = max(1, self._threads)
            log.warning("no more than %d threads for bots: %s", self._threads, error)
        else:
            self._threads += 1

    def warn_of_waiting(self) -> None:
        """Log a warning if turns have waited long for a thread; call it at regular intervals."""
        with self._lock:
            self._warn_of_waiting()

    def _warn_of_waiting(self) -> None:
        # Only where a higher --threads would help.
        if self._jobs and self._threads == self.limit and not self._free:
            self.overdue.warn(len(self._jobs), self._jobs[0][0])

    def _work(self) -> None:
        while True:
            with self._lock:
                self._free += 1
                while not (self._jobs or self._is_closed):
                    self._job_added.wait()
                self._free -= 1
                if not self._jobs:
                    break
                self._warn_of_waiting()
                _, job = self._jobs.popleft()
            self._do(job)
        # A thread-local value is dropped with its thread, and an open file descriptor would leak.
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
        """Whether no job is running, and none waits."""
        return not self._pending

    def wait(self, seconds: float) -> bool:
        """Wait until no job is running or waiting, for at most some seconds.

        Return True if that is so, False if the time is up.
        """
        with self._lock:
            return self._done.wait_for(lambda: self.is_idle, seconds)

    def close(self, *, drop: bool = True) -> None:
        """End each thread after its current job.

        The pool drops jobs that are submitted later.

        Args:
            drop: Whether waiting jobs are dropped; if not, they run first.
        """
        with self._lock:
            self._is_closed = True
            if drop:
                # Dropped jobs will never report their end: `wait` must not count on them.
                self._pending -= len(self._jobs)
                self._jobs.clear()
            self._job_added.notify_all()
            self._done.notify_all()


class DaemonExecutor(ThreadPoolExecutor):
    """Executor for an event loop whose threads do not keep a process alive.

    Set it as the loop's default executor, and `asyncio.to_thread` uses it.

    Args:
        limit: Highest number of threads.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(1)  # which starts no thread before the first `submit`, and that is ours
        self._bot_threads = BotThreads(limit)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function on a thread; return a future of its result."""
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
        """Accept no more jobs, and return without waiting for running ones."""
        del wait  # a bot may think for ever
        self._bot_threads.close(drop=False)
        super().shutdown(wait=False, cancel_futures=cancel_futures)


def _has_waited(took_ns: int, needed_ns: int) -> bool:
    return took_ns > WAITED_NS and 2 * needed_ns < took_ns


def ready_ns() -> int:
    """Return the nanoseconds for which the calling thread has needed a processor.

    That is the time it has run, and the time it was ready to run and waited for a processor. Where
    the system does not report that, return only the time it has run, which is less on a busy
    machine.
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
