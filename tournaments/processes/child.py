"""A program that the supervisor has started: its process, its streams, and how to reach it.

In a sandbox there are three processes: bwrap is the child; its child is the first process of a new
namespace; the child of that is the program. The first process is held back until its limits are
set. When it is killed, the kernel kills everything in the namespace. This module needs the standard
library only.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
import json
import os
import resource
import signal
import subprocess
import termios
import time
from pathlib import Path
from typing import IO

from tournaments.processes.bounded_log import BoundedLog
from tournaments.processes.cgroups import Cgroup
from tournaments.processes.syscall_filter import syscall_filter
from tournaments.spec.limits import Limits, children_of, limit_init, limit_self

__all__ = ["Child"]

HEAD_BYTES = 64 * 1024
TAIL_BYTES = 64 * 1024
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True)
_SIGNALLED = 128
"""bwrap's exit status is this plus the number of the signal that ended its program, as with shells."""


class Child:
    """A program that has been started and whose end has not been collected (reaped) yet.

    Args:
        name: Name by which the runner identifies the program.
        argv: Program and arguments.
        cwd: Folder that the program runs in.
        env: Complete environment of the program.
        log: Path of the files with the output, without their suffixes `.stdout` and `.stderr`.
        limits: Resources that the program may use.
        group: Control group of the program alone; None if there is none.
        sandbox: bwrap and its arguments; empty to run without a sandbox.
        startup: Seconds that the program may take to read its first input; None for no limit.

    Raises:
        OSError: The program can't be started.
        ValueError: Name, arguments or environment contain a zero byte.
        subprocess.SubprocessError: The new process can't be prepared.
    """

    def __init__(
        self,
        *,
        name: str,
        argv: list[str],
        cwd: str,
        env: dict[str, str],
        log: str,
        limits: Limits,
        group: Cgroup | None,
        sandbox: list[str],
        startup: float | None,
    ) -> None:
        self.name = name
        self.limits = limits
        self.group = group
        """Control group of the program alone; None if there is none."""
        self.log = log
        self.outbox = bytearray()
        """Bytes that the program's standard input has not taken yet."""
        self.input_ends = False
        """Whether standard input is to be closed once the outbox is empty."""
        self.kill_at: float | None = None
        """Time at which to send SIGKILL, on the monotonic clock in seconds; None for never."""
        self.startup = startup
        """Seconds that the program may take to read its first input; None for no limit, or once
        input was written.
        """
        self.read_by: float | None = None
        """Time by which the program must have read its first input, on the monotonic clock in
        seconds; None if no time is set or it has read the input.
        """
        self.written = 0
        """Number of bytes of output so far."""
        self.killed_for: str | None = None
        """Limit for which the program was killed, in words; None if it was not."""
        self.pid: int | None = None
        """Id of the program's own process; None until it is known."""
        self.is_reported = False
        """Whether the program's start has been reported to the runner."""
        self.has_sandbox = bool(sandbox)
        self.news: IO[bytes] | None = None
        """Pipe on which bwrap reports the namespace, and the program's exit if it ever began; None
        without a sandbox.
        """
        self._hold: int | None = None
        self.init: int | None = None
        """Id of the first process of the sandbox's namespace; None without a sandbox or until it is
        known.
        """
        self.usages: list[resource.struct_rusage] = []
        """Resource usage of each process of the program that has been reaped."""
        self._handles: dict[int, int] = {}
        stdout, stderr = (
            BoundedLog(Path(f"{log}.{kind}"), head=HEAD_BYTES, tail=TAIL_BYTES)
            for kind in ("stdout", "stderr")
        )
        with contextlib.ExitStack() as only_here:
            passed: list[int] = []
            if sandbox:
                argv, passed = self._in_sandbox(sandbox, argv, env, only_here)
                # bwrap itself must not load what a bot's environment names, as with LD_PRELOAD.
                env = {}
            self._unread, ours = os.pipe()
            self.input = os.fdopen(ours, "wb", buffering=0)
            """Writing end of the program's standard input."""
            # A program that does not read must not block the supervisor, which has one thread.
            os.set_blocking(ours, False)
            try:
                self.process = subprocess.Popen(
                    argv,
                    cwd=cwd,
                    env=env,
                    stdin=self._unread,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=passed,
                    preexec_fn=functools.partial(_prepare, os.getpid(), limits, group),
                )
            except BaseException:
                stdout.close()
                stderr.close()
                self.forget()
                raise
        self.started = time.monotonic()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.logs: dict[IO[bytes], BoundedLog] = {
            self.process.stdout: stdout,
            self.process.stderr: stderr,
        }
        """Open standard output and standard error of the program, each with the file that its bytes
        are written to.
        """
        if not sandbox:
            self.pid = self.process.pid

    def _in_sandbox(
        self,
        sandbox: list[str],
        argv: list[str],
        env: dict[str, str],
        only_here: contextlib.ExitStack,
    ) -> tuple[list[str], list[int]]:
        news, tell = os.pipe()
        # bwrap waits for a byte on this pipe, and only then runs the program.
        wait, self._hold = os.pipe()
        words, filter_ = os.memfd_create("options"), os.memfd_create("filter")
        for descriptor in (tell, wait, words, filter_):
            only_here.callback(os.close, descriptor)
        self.news = os.fdopen(news, "rb")
        told = [word for name, value in env.items() for word in ("--setenv", name, value)]
        bwrap, *options_ = sandbox
        with open(words, "wb", closefd=False) as file:
            # As arguments, the folders of this machine could be read in /proc/1/cmdline.
            all_words = (*options_, "--clearenv", *told)
            file.write(b"".join(os.fsencode(word) + b"\0" for word in all_words))
        os.lseek(words, 0, os.SEEK_SET)
        os.write(filter_, syscall_filter())
        os.lseek(filter_, 0, os.SEEK_SET)
        options = {
            "--args": words,
            "--json-status-fd": tell,
            "--block-fd": wait,
            "--seccomp": filter_,
        }
        flags = [word for name, value in options.items() for word in (name, str(value))]
        return [bwrap, *flags, "--", *argv], list(options.values())

    def enter(self) -> None:
        """Read bwrap's report, set limits on the namespace's first process, and start the program."""
        assert self.news is not None
        assert self._hold is not None
        report = self.news.readline()
        if report:
            self.init = json.loads(report)["child-pid"]
            # A handle names this very process even after its number has been given to another one.
            self._handle(self.init)
            # The limits must hold before the program runs its first instruction: bwrap waits for this byte.
            with contextlib.suppress(OSError):  # it may have been killed
                limit_init(self.init, self.limits)
                os.write(self._hold, b"!")
        os.close(self._hold)
        self._hold = None

    def has_begun(self) -> bool:
        """Return whether the program ever ran in its sandbox.

        Called after the end, for a program that ended before its process was found.
        """
        if self.pid is None and self.init is not None and self.news is not None:
            # bwrap reports an exit code only if the program ran. Its own id is not known any more.
            self.pid = self.init if b"exit-code" in self.news.read() else None
        return self.pid is not None

    @property
    def is_entering(self) -> bool:
        """Whether the namespace exists, and the program's process in it has not been found yet."""
        return self.init is not None and self.pid is None

    def find_program(self) -> bool:
        """Look for the program's process in its namespace; return whether it was found."""
        assert self.init is not None
        self.pid = next(iter(children_of(self.init)), None)
        if self.pid is not None:
            self._handle(self.pid)
        return self.pid is not None

    @property
    def outermost(self) -> int:
        """Id of the process whose descendants are all of the program's processes."""
        return self.init or self.process.pid

    def signal(self, number: signal.Signals) -> None:
        """Send a signal: SIGKILL to all processes of the program, any other to its process group.

        In a sandbox, any other signal goes to the program's own process.
        """
        if self.init is None or (self.pid is None and number != signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)
            return
        # When the first process of a namespace dies, the kernel kills all others in it.
        to = self.init if number == signal.SIGKILL else self.pid
        assert to is not None
        with contextlib.suppress(ProcessLookupError, KeyError):
            signal.pidfd_send_signal(self._handles[to], number)

    def has_read(self) -> bool:
        """Return whether the program has read all its input so far."""
        # A copy of the reading end is kept here, so that this works after the program has closed its own.
        return not self.outbox and not any(fcntl.ioctl(self._unread, termios.FIONREAD, bytes(4)))

    def reap(self) -> None:
        """Collect exit status and usage of the process, which must have ended and been sent SIGKILL."""
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.usages.append(usage)
        if self.init is not None:
            # bwrap leaves the first process of the namespace, and what that knows of all others'
            # processor time, to whoever adopts it.
            with contextlib.suppress(ChildProcessError):
                self.usages.append(os.wait4(self.init, 0)[2])
        if self.exit_code < 0 and self.killed_for is None:
            self.killed_for = self.group_breach()

    def group_breach(self) -> str | None:
        """Return the limit for which the kernel killed one of the program's processes, in words.

        None if it killed none.
        """
        return None if self.group is None else self.group.breach(self.limits)

    @property
    def exit_code(self) -> int:
        """Exit status of the program, or the negative number of the signal that ended it."""
        code = self.process.returncode
        # Translated back, so that a death by signal looks the same with and without a sandbox.
        if self.has_sandbox and _SIGNALLED < code < _SIGNALLED + signal.NSIG:
            return _SIGNALLED - code
        return code

    def forget(self) -> None:
        """Close all descriptors of a program that has ended."""
        for handle in self._handles.values():
            os.close(handle)
        self._handles.clear()
        self.input.close()
        os.close(self._unread)
        if self._hold is not None:
            os.close(self._hold)
            self._hold = None
        if self.news is not None:
            self.news.close()

    def _handle(self, pid: int) -> None:
        """Open a handle (a pidfd) of a process, by which signals reach it even if its number is reused."""
        with contextlib.suppress(ProcessLookupError):
            self._handles[pid] = os.pidfd_open(pid)


def _prepare(supervisor: int, limits: Limits, group: Cgroup | None) -> None:
    """Set limits on the new process, after the fork and before the program runs in it.

    Args:
        supervisor: Process id of the supervisor, with which the new process is to die.
        limits: Resources that the program may use.
        group: Control group that the process enters; None for none.
    """
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != supervisor:  # it died before the request took effect
        os.kill(os.getpid(), signal.SIGKILL)
    if group is not None:
        with contextlib.suppress(OSError):  # then the other limits are what holds
            group.enter()
    limit_self(limits)
