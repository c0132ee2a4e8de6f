"""The process that starts, watches and ends all other processes of a tournament.

Commands come in and reports go out as JSON lines (see `Supervisor.handle`). It is a separate
process because forking in a process with gRPC's threads can deadlock: it has one thread and loads
the standard library alone.

Nothing outlives it. Every program runs in its own session and gets SIGKILL from the kernel when the
supervisor dies; processes that left their group are adopted and killed too; and the supervisor
ends, killing everything, as soon as the other end of its socket is closed, for whatever reason. If
it is killed itself, its guard kills the remaining processes (`subreaper.py`). It knows no bots, no
matches and no referee.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from tournaments.processes.cgroups import Groups
from tournaments.processes.child import Child
from tournaments.spec.limits import (
    Limits,
    breach,
    children_of,
    files_in_scratch,
    memory_of_sockets,
    shown_size,
    usages,
)

__all__ = ["Supervisor", "kill", "own_children"]

LOOK_S = 0.5
"""Period at which the resource usage of all programs is measured, in seconds."""
_ENTERING_S = 0.001
"""Period at which a program that is entering its sandbox is looked for, in seconds."""
_CHUNK = 64 * 1024


class Supervisor:
    """The supervisor's event loop: one thread, which blocks only on its selector.

    Args:
        control: Connected stream socket to the runner.
    """

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._groups = Groups.found()
        self._children: dict[int, Child] = {}
        self._selector = selectors.DefaultSelector()
        self._watched: set[IO[bytes] | socket.socket] = set()
        self._commands = bytearray()
        self._look_at = 0.0
        self._ending = False
        self._is_cut = False
        """Whether reports to the runner have stopped."""
        self._handlers: dict[str, Callable[..., None]] = {
            "start": self._start,
            "feed": self._feed,
            "end_input": self._end_input,
            "stop": self._stop,
        }

    def run(self) -> None:
        """Serve until the socket is closed at the other end or SIGTERM comes.

        Then kill all processes.
        """
        # Signals only write a byte here: handlers that did more could interrupt any line of the loop.
        wakeup, signal_end = socket.socketpair()
        signal_end.setblocking(False)
        signal.set_wakeup_fd(signal_end.fileno(), warn_on_full_buffer=False)
        # A handler that does nothing: without one, SIGCHLD is ignored and writes no byte.
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self._cut_and_end())
        self._watch(self._control, selectors.EVENT_READ, self._read_commands)
        self._watch(wakeup, selectors.EVENT_READ, lambda: self._reap(wakeup))
        while not self._ending:
            for key, _ in self._selector.select(self._time_to_next_look()):
                # An earlier callback of this round may have closed it.
                if key.fileobj in self._watched:
                    key.data()
            # No event says when a program appears in its namespace, or exceeds a limit: both are polled.
            self._find_programs()
            self._kill_overdue()
            self._kill_beyond_limits()
        self._kill_all()

    def handle(self, command: dict[str, object]) -> None:
        """Carry out one command: a JSON object with `op` and that operation's fields.

        - `start`: run `argv` as `name` in folder `cwd` with exactly the environment `env`, bound by
          `limits` (the fields of `Limits`), behind the words of `sandbox` (bwrap and its arguments)
          if there are any, and killed if it has not read its first input `startup` seconds after it was
          fed (null: never); write its output to `log`.stdout and `log`.stderr. Answered by `started`
          (`pid`: the program's own process, not the sandbox's) or `failed` (`error`, and `code` as below
          of a sandbox that ended before the program began, else null).
        - `feed`: write `text` to the program's standard input, in the background.
        - `end_input`: close its standard input once everything fed has been written.
        - `stop`: SIGTERM to its process group, in a sandbox to the program, SIGKILL `grace` seconds
          later.

        A program's end is reported as `exited`, with `code` (negative: the signal), `cpu` and `wall`
        seconds, `max_rss_kib`, and `limit`: the limit for which the supervisor killed it, null if for none.
        A command for a program that has ended changes nothing.
        """
        fields = dict(command)
        self._handlers[str(fields.pop("op"))](**fields)

    def _start(
        self, *, name: str, limits: dict[str, int | None], sandbox: list[str], **fields: Any
    ) -> None:
        bounds, group = Limits(**limits), None
        # Only these limits need a group: the others hold for each process alone, by setrlimit.
        if bounds.are_shared:
            group = self._groups.make(bounds, is_enclosed=bool(sandbox))
        try:
            child = Child(name=name, limits=bounds, group=group, sandbox=sandbox, **fields)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._groups.remove(group)
            self._report("failed", name, error=str(error), code=None)
            return
        # By the process that the supervisor reaps; in a sandbox that is bwrap and not the program.
        self._children[child.process.pid] = child
        for stream in child.logs:
            os.set_blocking(stream.fileno(), False)
            self._watch(
                stream, selectors.EVENT_READ, functools.partial(self._keep_output, child, stream)
            )
        if child.news is not None:
            self._watch(child.news, selectors.EVENT_READ, functools.partial(self._enter, child))
        else:
            self._report_start(child)

    def _enter(self, child: Child) -> None:
        assert child.news is not None
        child.enter()
        self._unwatch(child.news)

    def _find_programs(self) -> None:
        for child in self._children.values():
            if child.is_entering and child.find_program():
                self._report_start(child)

    def _report_start(self, child: Child) -> None:
        child.is_reported = True
        self._report("started", child.name, pid=child.pid)

    def _feed(self, *, name: str, text: str) -> None:
        for child in self._named(name):
            child.outbox += text.encode()
            self._write_input(child)
            if child.startup is not None and text:
                child.read_by = time.monotonic() + child.startup
                # Only the first input counts: a bot that has read its first token has started.
                child.startup = None

    def _end_input(self, *, name: str) -> None:
        for child in self._named(name):
            child.input_ends = True
            self._write_input(child)

    def _stop(self, *, name: str, grace: float) -> None:
        for child in self._named(name):
            child.signal(signal.SIGTERM)
            # A second `stop` must not put the SIGKILL off.
            if child.kill_at is None:
                child.kill_at = time.monotonic() + grace

    def _named(self, name: str) -> list[Child]:
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
        # A command that has come only in part stays until its line is complete.
        self._commands = rest
        for line in lines:
            self.handle(json.loads(line))

    def _report(self, event: str, name: str, **fields: object) -> None:
        if self._is_cut:
            return
        line = json.dumps({"event": event, "name": name} | fields) + "\n"
        try:
            self._control.sendall(line.encode())
        except ConnectionError:
            self._end()

    def _write_input(self, child: Child) -> None:
        stream = child.input
        if stream.closed:
            return
        try:
            written = os.write(stream.fileno(), child.outbox) if child.outbox else 0
            del child.outbox[:written]
        except BlockingIOError:
            pass
        # The program has closed its input or ended; its end is reported by `_reap_ended`.
        except BrokenPipeError:
            child.outbox.clear()
        if child.outbox:
            self._watch(stream, selectors.EVENT_WRITE, functools.partial(self._write_input, child))
            return
        self._unwatch(stream)
        if child.input_ends:
            stream.close()

    def _keep_output(self, child: Child, stream: IO[bytes]) -> bool:
        """Read the output of a program that is available now, and log it; return whether more may come.

        Args:
            child: The program.
            stream: Its standard output or standard error.
        """
        try:
            # One chunk a round: a program that floods its output must not starve the others.
            data = os.read(stream.fileno(), _CHUNK)
        except BlockingIOError:
            return False
        if data:
            child.logs[stream].write(data)
            child.written += len(data)
            if child.limits.output is not None and child.written > child.limits.output:
                self._kill_for(
                    child, f"it wrote more output than {shown_size(child.limits.output)}"
                )
            return True
        self._close_output(child, stream)
        return False

    def _close_output(self, child: Child, stream: IO[bytes]) -> None:
        self._unwatch(stream)
        stream.close()
        child.logs.pop(stream).close()

    def _reap(self, wakeup: socket.socket) -> None:
        wakeup.recv(_CHUNK)
        self._reap_ended()
        self._kill_strays()

    def _reap_ended(self) -> None:
        """Reap all ended processes, both programs and adopted orphans, and report the programs' ends."""
        # SIGCHLD does not queue: one byte may stand for many ends, so all of them are reaped.
        while True:
            try:
                # WNOWAIT leaves the process a zombie, so that its number stays taken until `reap`.
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return
            if ended is None:
                return
            child = self._children.get(ended.si_pid)
            if child is None:
                self._reap_orphan(ended.si_pid)
                continue
            # Before it is reaped, its number still names its group and no other.
            child.signal(signal.SIGKILL)
            child.reap()
            del self._children[ended.si_pid]
            # Output before the end is reported: whoever reads the report may read the log at once.
            self._finish(child)
            self._report_end(child)
            child.forget()
            self._groups.remove(child.group)

    def _reap_orphan(self, pid: int) -> None:
        _, _, usage = os.wait4(pid, 0)
        for child in self._children.values():
            if child.init == pid:
                child.usages.append(usage)

    def _report_end(self, child: Child) -> None:
        if not child.is_reported and child.has_begun():
            self._report_start(child)
        if not child.is_reported:
            self._report("failed", child.name, error=_why_not_begun(child), code=child.exit_code)
            return
        self._report(
            "exited",
            child.name,
            code=child.exit_code,
            cpu=sum(usage.ru_utime + usage.ru_stime for usage in child.usages),
            wall=time.monotonic() - child.started,
            max_rss_kib=max(usage.ru_maxrss for usage in child.usages),
            limit=child.killed_for,
        )

    def _finish(self, child: Child) -> None:
        for stream in list(child.logs):
            # What the pipe still holds at the program's end are its last words.
            while stream in child.logs and self._keep_output(child, stream):
                pass
            if stream in child.logs:
                self._close_output(child, stream)
        self._unwatch(child.input)
        if child.news is not None:
            self._unwatch(child.news)

    def _time_to_next_look(self) -> float | None:
        children = self._children.values()
        if any(child.is_entering for child in children):
            return _ENTERING_S
        times = [child.kill_at for child in children if child.kill_at is not None]
        if self._limited() or any(child.read_by is not None for child in children):
            times.append(self._look_at)
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _kill_overdue(self) -> None:
        for child in self._children.values():
            if child.kill_at is not None and child.kill_at <= time.monotonic():
                child.signal(signal.SIGKILL)
                child.kill_at = None

    def _kill_beyond_limits(self) -> None:
        # /proc is read for all programs at once, and that takes long enough to be done seldom.
        if time.monotonic() < self._look_at:
            return
        for child in self._children.values():
            if child.read_by is not None and child.has_read():
                child.read_by = None
            elif child.read_by is not None and child.read_by <= time.monotonic():
                self._kill_for(child, "it took too long to read the token of its first seat")
        limited = self._limited()
        found = usages({pid: child.outermost for pid, child in limited.items()}) if limited else {}
        for pid, usage in found.items():
            child = limited[pid]
            if child.init is not None:
                usage = dataclasses.replace(
                    usage,
                    files=files_in_scratch(child.init),
                    memory=usage.memory + memory_of_sockets(child.init),
                )
            reason = breach(child.limits, usage) or child.group_breach()
            if reason is not None:
                self._kill_for(child, reason)
        self._look_at = time.monotonic() + LOOK_S

    def _limited(self) -> dict[int, Child]:
        """Return programs whose resource usage must be measured, by the ids of their processes."""
        return {pid: child for pid, child in self._children.items() if child.limits.are_shared}

    def _kill_for(self, child: Child, reason: str) -> None:
        # The first reason stays: later ones may be consequences of being killed.
        child.killed_for = child.killed_for or reason
        child.signal(signal.SIGKILL)

    def _kill_strays(self) -> None:
        """Kill adopted processes: their program has ended, so none of them may go on."""
        kill(own_children() - self._children.keys())

    def _kill_all(self) -> None:
        for child in self._children.values():
            child.signal(signal.SIGKILL)
        # Orphans of killed programs are adopted while this loop runs, so it goes on until there is no child at all.
        while own_children():
            with contextlib.suppress(ChildProcessError):
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
            self._reap_ended()
            self._kill_strays()
        self._groups.remove(None)

    def _end(self) -> None:
        self._ending = True

    def _cut_and_end(self) -> None:
        """Stop reporting, then end: else the runner would take programs that end now for bots that died."""
        self._is_cut = True
        with contextlib.suppress(OSError):
            # The runner then sees the end of the socket at once, and not the deaths that follow.
            self._control.shutdown(socket.SHUT_RDWR)
        self._end()

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


def _why_not_begun(child: Child) -> str:
    """Return the last line of a sandbox whose program never began, and how the sandbox ended."""
    how = f"exit status {child.exit_code}"
    if child.exit_code < 0:
        how = f"signal {-child.exit_code} ({signal.strsignal(-child.exit_code) or 'unknown'})"
    if child.killed_for is not None:
        how += f", {child.killed_for}"
    words = Path(f"{child.log}.stderr").read_text(errors="replace").strip()
    said = words.splitlines()[-1] if words else "it wrote nothing"
    return f"{said} (the sandbox ended before the program began, with {how})"


def own_children() -> set[int]:
    """Return the ids of all child processes, including adopted ones."""
    return set(children_of(os.getpid()))


def kill(pids: set[int]) -> None:
    """Send SIGKILL to processes that may have ended already."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
