"""Screen that follows a match: a thread receives frames, keys choose what is shown."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Iterator
from dataclasses import replace

from rich.console import Console
from rich.live import Live

from referee.cli.watch.paint import Place, painted
from referee.core.errors import RefereeError
from referee.replay.frames import Frame, Source

__all__ = ["Player", "show"]

POLL_S = 0.1
"""Seconds between checks for new frames and a new size while no key is pressed."""
MAX_SPEED = 64.0
MIN_SPEED = 0.125
_HISTORY = 60
"""Number of frames before the shown one whose events may be shown."""
_MORE = 16
"""Number of columns at the end of the last line kept for the note that says how many lists did not
fit.
"""
_KEYS = "q: leave  space: pause  n/p: step  +/-: speed  g/G: first/last "


class Player:
    """Position of a watcher in the frames of a match, and how it advances; independent of the terminal.

    Args:
        speed: Steps per second; None follows the newest frame.
    """

    def __init__(self, speed: float | None) -> None:
        self.frames: list[Frame] = []
        """All frames that have come so far."""
        self.index = 0
        """Index in `frames` of the frame that is shown."""
        self.speed = speed
        """Steps per second; None follows the newest frame."""
        self.is_paused = False
        """Whether the shown frame stays until a key is pressed."""
        self.first = 0
        """Number of sections by which the watcher has scrolled; it determines the section shown
        first.
        """
        self.is_left = False
        """Whether the watcher has asked to leave, which ends the screen."""

    @property
    def wait_s(self) -> float:
        """Seconds until `tick` must be called again."""
        return 1 / self.speed if self.speed is not None and not self.is_paused else POLL_S

    def tick(self) -> None:
        """Advance by one frame, or to the newest one if `speed` is None; do nothing while paused."""
        if not self.is_paused:
            self.index = len(self.frames) - 1 if self.speed is None else self.index + 1
        self._keep_inside()

    def press(self, key: str) -> None:
        """Apply a key of the screen, such as q to leave or space to pause; other keys have no effect."""
        match key:
            case "q" | "\x1b" | "\x03":
                self.is_left = True
            case " ":
                self.is_paused = not self.is_paused
            case "n" | "p":
                self.is_paused = True
                self.index += 1 if key == "n" else -1
            case "g" | "G":
                self.is_paused = True
                self.index = 0 if key == "g" else len(self.frames) - 1
            case "+" | "-" if self.speed is not None:
                factor = 2 if key == "+" else 0.5
                self.speed = min(max(self.speed * factor, MIN_SPEED), MAX_SPEED)
            case "\t":
                self.first += 1
        self._keep_inside()

    def place(self) -> Place | None:
        """Return what to draw; None before the first frame."""
        if not self.frames:
            return None
        # Not all: painting must not become slower as a match gets longer.
        frames = self.frames[max(0, self.index - _HISTORY) : self.index + 1]
        return Place(frames, self.first, f" {_KEYS} {self._state()}")

    def _state(self) -> str:
        frames = f"{self.index + 1}/{len(self.frames)}"
        if self.is_paused:
            return f"{frames} paused"
        return frames if self.speed is None else f"{frames} {self.speed:g}/s"

    def _keep_inside(self) -> None:
        # 0 before the first frame, too, when there is no last one.
        self.index = max(0, min(self.index, len(self.frames) - 1))


def show(source: Source, console: Console, speed: float | None) -> None:
    """Show a match on the whole terminal until the watcher leaves.

    Args:
        source: Frames of the match.
        console: The terminal.
        speed: Steps per second; None follows the newest frame.

    Raises:
        RefereeError: The source of frames failed; the screen is left first.
    """
    player = Player(speed)
    problem: list[RefereeError] = []
    # A daemon, for it may be waiting for a frame when the watcher leaves.
    reader = threading.Thread(target=_read, args=(source, player, problem), daemon=True)
    with _keys() as wait_key, Live(console=console, screen=True, auto_refresh=False) as live:
        reader.start()
        with contextlib.suppress(KeyboardInterrupt):
            while not player.is_left and not problem:
                _draw(source, player, console, live)
                # The wait for a key is the pace as well: without one in time the player advances.
                key = wait_key(player.wait_s)
                player.press(key) if key else player.tick()
        source.stop()
    if problem:
        raise problem[0]


def _draw(source: Source, player: Player, console: Console, live: Live) -> None:
    place = player.place()
    if place is None:
        live.update(
            f"match {source.heading.match_id}: waiting for the first step; q leaves", refresh=True
        )
        return
    width, height = console.size
    if width < len(place.note) + _MORE:
        short = place.note.replace("  g/G: first/last", "")
        place = replace(place, note=short if width >= len(short) else short.replace("  ", " "))
    live.update(painted(source.heading, place, width, height), refresh=True)


def _read(source: Source, player: Player, problem: list[RefereeError]) -> None:
    try:
        for frame in source.frames():
            player.frames.append(frame)
            if player.is_left:
                return
    except RefereeError as error:
        problem.append(error)


class _Keys:
    """Reads keys of the terminal as they are pressed."""

    def __call__(self, timeout_s: float) -> str:
        """Return the key pressed within `timeout_s` seconds; empty if there is none."""
        ready, _, _ = select.select([sys.stdin], [], [], timeout_s)
        if not ready:
            return ""
        data = os.read(sys.stdin.fileno(), 16).decode(errors="replace")
        return {"\x1b[C": "n", "\x1b[D": "p"}.get(data, data[:1] or "q")  # arrows; the end of input


@contextlib.contextmanager
def _keys() -> Iterator[_Keys]:
    """Yield a reader of single, unechoed keys; restore the terminal at the end."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield _Keys()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
