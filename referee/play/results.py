"""Matches as `play` and `matches` return them: results, steps, tables, and pictures for notebooks."""

from __future__ import annotations

import contextlib
import functools
import html
import importlib.metadata
import math
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, overload

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

from gamereferee.v1 import replay_pb2
from referee.core.errors import RefereeError
from referee.core.intervals import share_interval
from referee.core.outcome import Outcome
from referee.core.scene import spans_text
from referee.games import generic_view
from referee.games.sights import Eyes
from referee.play.loopback import Ended
from referee.replay.reader import Replay, load
from referee.replay.recorded import Recording
from referee.replay.render import player_names

__all__ = ["Match", "Matches", "Row", "Step"]

PAGES = "gamereferee.pages"
"""Group of entry points whose entry `match` makes a page of a replay."""
_FRAME_HEIGHT = 640
"""Height of a match in a notebook, in pixels."""


class Step(NamedTuple):
    """One step of a match, as somebody sees it who sees everything."""

    number: int
    """Number of the step, from 1; 0 is the start, before any action."""
    actions: Mapping[int, Message | None]
    """Action message of each seat that acted, by seat; None if the default action was played."""
    events: tuple[str, ...]
    """What happened, in sentences."""
    digest: bytes
    """Digest of the game's state after the step, 16 bytes; empty for the start."""


class Match:
    """A match that is over: its result, and all that happened in it.

    In a notebook it shows itself as the arena does, from all points of view.

    Args:
        ended: The match as its referee has it.
        order: For each seat the index of its bot among those given to `matches`.
    """

    def __init__(self, ended: Ended, order: tuple[int, ...]) -> None:
        self.match_id = ended.match_id
        """Id of the match."""
        self.outcome: Outcome = ended.outcome
        """End cause, and for each seat placement, score, strikes and forfeit."""
        self.num_steps = ended.steps
        """Number of steps of the engine."""
        self.order = order
        """For each seat the index of its bot among the bots that were given."""
        self.replay = ended.replay
        """Contents of the match's replay, as `referee replay` reads it from a file; see `save`."""

    # Its result.

    @property
    def placements(self) -> tuple[int, ...]:
        """Placement of each seat, from 1, equal for ties; 0 for all in a void match."""
        return tuple(seat.placement for seat in self.outcome.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        """Score of each seat by the rulebook."""
        return tuple(seat.score for seat in self.outcome.seats)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the seats' bots, all different."""
        return tuple(player_names(self._loaded.header))

    def __repr__(self) -> str:
        """Return the result in a line."""
        seats = [
            f"{name} {f'place {seat.placement}' if seat.placement else 'void'} ({seat.score})"
            for name, seat in zip(self.players, self.outcome.seats, strict=True)
        ]
        game = self._loaded.header.game
        return f"<{game}: {', '.join(seats)}; {self.num_steps} steps: {self.outcome.text}>"

    # What happened in it.

    @functools.cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the match, from its start, as somebody sees them who sees everything."""
        return tuple(self._steps())

    def observations(self, seat: int) -> list[Any]:
        """Return the Observation message of each turn of a seat, in order.

        Args:
            seat: Index of the seat, 0-based.

        Raises:
            IndexError: There is no such seat.
        """
        replay = self._loaded
        count = replay.header.num_seats
        if not 0 <= seat < count:
            raise IndexError(f"seat must be from 0 to {count - 1}, not {seat}")
        game, codec = replay.plugin.game, replay.plugin.codec
        machine = replay.machine(_seed(replay))
        kind = _message_class(codec.observation_type)
        seen = []
        for _, record in replay.redone(machine):
            is_new = record.WhichOneof("record") in {"start", "step"}
            if is_new and machine.point is not None and seat in machine.point.seats:
                observed = game.observe(machine.state, [seat])
                (encoded,) = codec.encode_observations(replay.config, observed)
                seen.append(kind.FromString(encoded))
        return seen

    def save(self, path: str | Path) -> Path:
        """Write the replay to a file, for `referee replay` and the arena; return its path.

        Args:
            path: The file, or a folder in which the file gets the match's id as its name.

        Raises:
            OSError: The file can't be written.
        """
        place = Path(path)
        if place.is_dir():
            place /= f"{self.match_id}.replay"
        place.write_bytes(self.replay)
        return place

    # As a picture.

    def html(self) -> str:
        """Return the match as one HTML page that needs no other file.

        Raises:
            RefereeError: The arena is not installed.
        """
        entries = importlib.metadata.entry_points(group=PAGES, name="match")
        try:
            (entry,) = entries
            make = entry.load()
        except (ValueError, ImportError):
            raise RefereeError("a page needs the arena: pip install 'gamereferee[web]'") from None
        with self._on_disk() as path:
            page: str = make(path, "each")
        return page

    def _repr_html_(self) -> str | None:
        # What a notebook calls; None has it show the text instead.
        try:
            page = self.html()
        except RefereeError:
            return None
        return (
            f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {_FRAME_HEIGHT}px; border: 0"></iframe>'
        )

    @functools.cached_property
    def _loaded(self) -> Replay:
        with self._on_disk() as path:
            return load(path)

    @contextlib.contextmanager
    def _on_disk(self) -> Iterator[Path]:
        """Yield the path of a file with the replay, which is gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="referee-play-") as folder:
            yield self.save(folder)

    def _steps(self) -> Iterator[Step]:
        replay = self._loaded
        view = generic_view.view_of(replay.plugin)
        kind = _message_class(replay.plugin.codec.action_type)
        made = [r for r in replay.records if r.WhichOneof("record") in {"start", "step"}]
        frames = Recording(replay).frames([Eyes()])
        # The frames of the start and of all steps come first; that of the end is no step.
        for number, (record, (frame,)) in enumerate(zip(made, frames, strict=False)):
            scene, lines = view.scene(frame.sight), view.event_lines(frame.sight)
            told = view.story(frame.sight, scene, lines).sentences
            yield Step(
                number,
                {each.seat: _action(kind, each) for each in record.step.actions},
                tuple(spans_text(sentence.line) for sentence in told),
                record.step.digest,
            )


class Row(NamedTuple):
    """What one bot has reached in several matches."""

    name: str
    """Name of the bot."""
    played: int
    """Number of its matches that are not void."""
    wins: int
    """Number of matches in which it alone came in first."""
    share: float
    """Mean part of first place, 0..1: 1 for a win, 1/k for first place shared by k seats, else 0."""
    low: float
    """Lower end of the 95 % interval of `share` (Wilson 1927, score interval)."""
    high: float
    """Upper end of that interval."""
    place: float
    """Mean placement."""
    score: float
    """Mean score by the rulebook."""


class Matches(Sequence[Match]):
    """Matches between the same bots, in order; printed, they are a table.

    Args:
        played: The matches.
        names: Names of the bots, in the order in which they were given.
    """

    def __init__(self, played: Sequence[Match], names: Sequence[str]) -> None:
        self._played = list(played)
        self._names = list(names)

    @overload
    def __getitem__(self, index: int) -> Match: ...
    @overload
    def __getitem__(self, index: slice) -> list[Match]: ...
    def __getitem__(self, index: int | slice) -> Match | list[Match]:
        """Return a match by its index from 0, or a list of matches for a slice."""
        return self._played[index]

    def __len__(self) -> int:
        """Return the number of matches, void ones included."""
        return len(self._played)

    @property
    def table(self) -> list[Row]:
        """A row for each bot, in the order in which the bots were given; void matches don't count."""
        return [self._row(index, name) for index, name in enumerate(self._names)]

    def _row(self, bot: int, name: str) -> Row:
        firsts, places, scores, wins = [], [], [], 0
        for match in self._played:
            if match.outcome.cause.is_void:
                continue
            own = match.outcome.seats[match.order.index(bot)]
            best = match.placements.count(1)
            firsts.append(1 / best if own.placement == 1 else 0.0)
            wins += own.placement == 1 and best == 1
            places.append(own.placement)
            scores.append(own.score)
        n = len(firsts)
        low, high = share_interval(sum(firsts), n) if n else (math.nan, math.nan)
        return Row(name, n, wins, _mean(firsts), low, high, _mean(places), _mean(scores))

    def __repr__(self) -> str:
        """Return the table as text."""
        head, *rows = self._cells()
        widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])],
            )
            for row in (head, *rows)
        )

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        lines = [_html_row("th", head), *(_html_row("td", row) for row in rows)]
        return f"<table>{''.join(lines)}</table>"

    def _cells(self) -> list[list[str]]:
        rows = [
            [
                row.name,
                str(row.played),
                str(row.wins),
                f"{row.share:.3f}",
                f"{row.low:.3f} to {row.high:.3f}",
                f"{row.place:.2f}",
                f"{row.score:.1f}",
            ]
            for row in self.table
        ]
        return [["bot", "played", "wins", "share", "95 %", "place", "score"], *rows]


def _action(kind: type[Message], action: replay_pb2.ActionRecord) -> Message | None:
    if action.kind != replay_pb2.ACTION_KIND_PLAYED:
        return None
    return kind.FromString(action.payload)


def _seed(replay: Replay) -> bytes:
    assert replay.end is not None
    return replay.end.reveal.server_seed


def _message_class(name: str) -> type[Message]:
    return message_factory.GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(name))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _html_row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
