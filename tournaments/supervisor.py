"""The process that starts, watches and ends all other processes of a tournament.

Run as `python -m tournaments.supervisor` with one end of a socket pair as standard input; commands
come in and reports go out as JSON lines (see `Supervisor.handle`). It is a process of its own since
forking beside gRPC's threads can deadlock: it has one thread and loads the standard library alone.

Nothing outlives it. Every program runs in its own session and gets SIGKILL from the kernel when the
supervisor dies; processes that left their group are adopted and killed too; and the supervisor ends,
killing everything, as soon as the other end of its socket is closed, in whatever way that happened.
It knows no bots, no matches and no referee.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import functools
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from tournaments.bounded_log import BoundedLog

__all__ = ["Supervisor", "main"]

HEAD_BYTES = 64 * 1024
TAIL_BYTES = 64 * 1024
_CHUNK = 64 * 1024
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None, use_errno=True)


@dataclasses.dataclass(slots=True)
class _Child:
    """A program that has been started and not reaped."""

    name: str
    process: subprocess.Popen[bytes]
    logs: dict[IO[bytes], BoundedLog]
    """Its standard output and error that are still open, and where they are kept."""
    started: float
    outbox: bytearray = dataclasses.field(default_factory=bytearray)
    """What its standard input has not taken yet."""
    input_ends: bool = False
    """Whether its standard input is to be closed once the outbox is empty."""
    kill_at: float | None = None
    """When to use SIGKILL, on the monotonic clock in seconds."""


class Supervisor:
    """The event loop: one thread, no blocking but on the selector.

    Args:
        control: Connected stream socket to the runner.
    """

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: dict[int, _Child] = {}
        self._selector = selectors.DefaultSelector()
        self._watched: set[IO[bytes] | socket.socket] = set()
        self._commands = bytearray()
        self._ending = False
        self._handlers: dict[str, Callable[..., None]] = {
            "start": self._start,
            "feed": self._feed,
            "end_input": self._end_input,
            "stop": self._stop,
        }

    def run(self) -> None:
        """Serve until the socket is closed at the other end or SIGTERM comes; leave nothing behind."""
        wakeup, signal_end = socket.socketpair()
        signal_end.setblocking(False)
        signal.set_wakeup_fd(signal_end.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self._end())
        self._watch(self._control, selectors.EVENT_READ, self._read_commands)
        self._watch(wakeup, selectors.EVENT_READ, lambda: self._reap(wakeup))
        while not self._ending:
            for key, _ in self._selector.select(self._time_to_next_kill()):
                # An earlier callback of this round may have closed it.
                if key.fileobj in self._watched:
                    key.data()
            self._kill_overdue()
        self._kill_all()

    def handle(self, command: dict[str, object]) -> None:
        """Carry out one command: a JSON object with `op` and that operation's fields.

        - `start`: run `argv` as `name` in folder `cwd` with exactly the environment `env`; keep its
          output in `log`.stdout and `log`.stderr. Answered by `started` (`pid`) or `failed` (`error`).
        - `feed`: write `text` to the program's standard input, in the background.
        - `end_input`: close its standard input once everything fed has been written.
        - `stop`: SIGTERM to its process group, SIGKILL `grace` seconds later.

        Its end is reported as `exited`, with `code` (negative: the signal), `cpu` and `wall` seconds
        and `max_rss_kib`. A command for a program that has ended changes nothing.
        """
        fields = dict(command)
        self._handlers[str(fields.pop("op"))](**fields)

    def _start(
        self, *, name: str, argv: list[str], cwd: str, env: dict[str, str], log: str
    ) -> None:
        try:
            stdout, stderr = (
                BoundedLog(Path(f"{log}.{kind}"), head=HEAD_BYTES, tail=TAIL_BYTES)
                for kind in ("stdout", "stderr")
            )
            process = subprocess.Popen(
                argv,
                cwd=cwd,
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=functools.partial(_prepare_child, os.getpid()),
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._report("failed", name, error=str(error))
            return
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        logs = {process.stdout: stdout, process.stderr: stderr}
        child = _Child(name, process, logs, started=time.monotonic())
        self._children[process.pid] = child
        os.set_blocking(process.stdin.fileno(), False)
        for stream in logs:
            os.set_blocking(stream.fileno(), False)
            self._watch(
                stream, selectors.EVENT_READ, functools.partial(self._keep_output, child, stream)
            )
        self._report("started", name, pid=process.pid)

    def _feed(self, *, name: str, text: str) -> None:
        for child in self._named(name):
            child.outbox += text.encode()
            self._write_input(child)

    def _end_input(self, *, name: str) -> None:
        for child in self._named(name):
            child.input_ends = True
            self._write_input(child)

    def _stop(self, *, name: str, grace: float) -> None:
        for child in self._named(name):
            _signal_group(child, signal.SIGTERM)
            child.kill_at = time.monotonic() + grace

    def _named(self, name: str) -> list[_Child]:
        return [child for child in self._children.values() if child.name == name]

    def _read_commands(self) -> None:
        try:
            data = self._control.recv(_CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            self._end()
        self._commands += data
        *lines, rest = self._commands.split(b"\n")
        self._commands = rest
        for line in lines:
            self.handle(json.loads(line))

    def _report(self, event: str, name: str, **fields: object) -> None:
        line = json.dumps({"event": event, "name": name} | fields) + "\n"
        try:
            self._control.sendall(line.encode())
        except ConnectionError:
            self._end()

    def _write_input(self, child: _Child) -> None:
        stream = child.process.stdin
        assert stream is not None
        if stream.closed:
            return
        try:
            written = os.write(stream.fileno(), child.outbox) if child.outbox else 0
            del child.outbox[:written]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            child.outbox.clear()
        if child.outbox:
            self._watch(stream, selectors.EVENT_WRITE, functools.partial(self._write_input, child))
            return
        self._unwatch(stream)
        if child.input_ends:
            stream.close()

    def _keep_output(self, child: _Child, stream: IO[bytes]) -> bool:
        """Keep what can be read now; return whether more may come."""
        try:
            data = os.read(stream.fileno(), _CHUNK)
        except BlockingIOError:
            return False
        if data:
            child.logs[stream].write(data)
            return True
        self._close_output(child, stream)
        return False

    def _close_output(self, child: _Child, stream: IO[bytes]) -> None:
        self._unwatch(stream)
        stream.close()
        child.logs.pop(stream).close()

    def _reap(self, wakeup: socket.socket) -> None:
        wakeup.recv(_CHUNK)
        self._reap_ended()
        self._kill_strays()

    def _reap_ended(self) -> None:
        """Reap whatever has ended, own programs and adopted orphans, and report the former."""
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            child = self._children.pop(ended.si_pid, None)
            if child is not None:
                # Before it is reaped, its number still names its group and no other.
                _signal_group(child, signal.SIGKILL)
            _, status, usage = os.wait4(ended.si_pid, 0)
            if child is not None:
                child.process.returncode = os.waitstatus_to_exitcode(status)
                self._finish(child)
                self._report(
                    "exited",
                    child.name,
                    code=child.process.returncode,
                    cpu=usage.ru_utime + usage.ru_stime,
                    wall=time.monotonic() - child.started,
                    max_rss_kib=usage.ru_maxrss,
                )

    def _finish(self, child: _Child) -> None:
        for stream in list(child.logs):
            while stream in child.logs and self._keep_output(child, stream):
                pass
            if stream in child.logs:
                self._close_output(child, stream)
        if child.process.stdin and not child.process.stdin.closed:
            self._unwatch(child.process.stdin)
            child.process.stdin.close()

    def _time_to_next_kill(self) -> float | None:
        times = [child.kill_at for child in self._children.values() if child.kill_at is not None]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _kill_overdue(self) -> None:
        for child in self._children.values():
            if child.kill_at is not None and child.kill_at <= time.monotonic():
                _signal_group(child, signal.SIGKILL)
                child.kill_at = None

    def _kill_strays(self) -> None:
        """Kill adopted processes: their program has ended, so nothing should be left of it."""
        for pid in self._own_children() - self._children.keys():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _kill_all(self) -> None:
        for child in self._children.values():
            _signal_group(child, signal.SIGKILL)
        while self._own_children():
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
            self._reap_ended()
            self._kill_strays()

    def _own_children(self) -> set[int]:
        """Ids of all child processes, adopted ones too where the kernel lists them."""
        try:
            listing = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
        except FileNotFoundError:
            return set(self._children)
        return {int(pid) for pid in listing.split()}

    def _end(self) -> None:
        self._ending = True

    def _watch(
        self, source: IO[bytes] | socket.socket, events: int, callback: Callable[[], object]
    ) -> None:
        if source in self._watched:
            self._selector.modify(source, events, callback)
        else:
            self._selector.register(source, events, callback)
            self._watched.add(source)

    def _unwatch(self, source: IO[bytes]) -> None:
        if source in self._watched:
            self._selector.unregister(source)
            self._watched.remove(source)


def _prepare_child(supervisor: int) -> None:
    """Runs in the new process before the program: the place for resource limits and sandboxes."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != supervisor:  # it died before the request took effect
        os.kill(os.getpid(), signal.SIGKILL)


def _signal_group(child: _Child, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.process.pid, number)


def main() -> None:
    """Serve the socket that is standard input."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with socket.socket(fileno=os.dup(sys.stdin.fileno())) as control:
        Supervisor(control).run()


if __name__ == "__main__":
    main()
