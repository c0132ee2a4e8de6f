"""Keeps the state of a season next to its log, so that a long log need not be read from its first event.

A checkpoint is one file: a line with its format and the number and hash of the event up to which it
goes, then the state as compressed JSON. The run writes it now and then, and at its end. It is used
where the log has that event, and what the log has got since is read as ever; otherwise it is left
alone. The state is the same with and without it. Nothing must depend on it: `tournament audit` never
reads it, and it may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import zstandard

from tournaments.log.event import parse_line
from tournaments.pairings.picker import SavedPicker
from tournaments.season.logged import LoggedSeason
from tournaments.season.state import SeasonState
from tournaments.spec.errors import TournamentError
from tournaments.spec.whole_file import replace_file
from tournaments.store.event_book import EventBook

if TYPE_CHECKING:
    import pydantic

__all__ = [
    "CHECKPOINT_FILE",
    "EVERY",
    "FORMAT",
    "Checkpoints",
    "Saved",
    "gc_paused",
    "read_checkpoint",
    "state_in",
]

CHECKPOINT_FILE = "season.checkpoint"
"""Name of the file in the data folder."""
FORMAT = 1
"""Version of the format; it changes with every field of the state, and with every rule by which events
change the state. A test compares the fields with those that are written down for this number.
"""
EVERY = 10_000
"""Number of events after which the next checkpoint is written."""
_AT_ONCE = 10_000
_MAGIC = f"season checkpoint {FORMAT}"


@dataclasses.dataclass(frozen=True, slots=True)
class Saved:
    """All that a checkpoint keeps."""

    season: LoggedSeason
    picker: SavedPicker


def state_in(events: EventBook) -> SeasonState:
    """Return the state of a season after all events of its log in the database.

    Args:
        events: The log; empty for a season that has not begun.

    Raises:
        LogError: An event can't follow those before it; the message names the first such event.
    """
    with gc_paused():
        state = read_checkpoint(events) or SeasonState()
        while lines := events.lines_after(state.last, _AT_ONCE):
            for line in lines:
                state.apply(parse_line(line))
    return state


def read_checkpoint(events: EventBook) -> SeasonState | None:
    """Return the state up to the last checkpoint; None if there is none that fits the log."""
    if events.folder is None:
        return None
    try:
        with (events.folder / CHECKPOINT_FILE).open("rb") as file:
            magic, _, head = file.readline().decode().rstrip("\n").rpartition(" ")
            number = head.partition(":")[0]
            if magic != _MAGIC or not number.isdecimal() or head != _head_at(events, int(number)):
                return None
            packed = file.read()
        text = zstandard.ZstdDecompressor().decompress(packed)
        with gc_paused():
            saved = _adapter().validate_json(text)
            return SeasonState.restored(saved.season, saved.picker)
    except (OSError, ValueError, TournamentError, zstandard.ZstdError):
        return None


def _head_at(events: EventBook, number: int) -> str | None:
    """Return number and hash of the event with a number; None if the log is shorter."""
    found = events.after(number - 1, 1)
    return f"{found[0].number}:{found[0].hash}" if found else None


@functools.cache
def _adapter() -> pydantic.TypeAdapter[Saved]:
    import pydantic

    return pydantic.TypeAdapter(Saved)


class Checkpoints:
    """Writes the checkpoints of one run: with `follow` now and then, and one at the end of its `with` block.

    Args:
        folder: Data folder of the season.
        state: State of the season, which changes.
        note: Called with a line if one can't be written.
    """

    def __init__(self, folder: Path, state: SeasonState, note: Callable[[str], None]) -> None:
        self._path = folder / CHECKPOINT_FILE
        self._state = state
        self._note = note
        self._last = 0
        with contextlib.suppress(OSError, ValueError), self._path.open("rb") as file:
            self._last = int(file.readline().rpartition(b" ")[2].partition(b":")[0])

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        if self._state.last != self._last:
            self.write()

    def follow(self) -> None:
        """Write a checkpoint if the log has become that much longer."""
        if not 0 <= self._state.last - self._last < EVERY:
            self.write()

    def write(self) -> None:
        """Write a checkpoint of the state as it is now."""
        self._last = self._state.last
        saved = Saved(self._state, self._state.picker.saved())
        # Most of what a match may have is what it has without being written: a fifth less to read.
        text = _adapter().dump_json(saved, exclude_defaults=True)
        packed = zstandard.ZstdCompressor(level=1, write_checksum=True).compress(text)
        try:
            replace_file(self._path, f"{_MAGIC} {self._state.head}\n".encode() + packed)
        except OSError as error:
            self._note(f"{self._path} can't be written: {error.strerror}")


@contextlib.contextmanager
def gc_paused() -> Iterator[None]:
    """Look for no garbage within the block: a million new objects that stay take thrice as long with it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
