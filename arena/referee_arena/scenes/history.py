"""The history of a view: every frame it has had, in chunks of a whole one and what changed after it.

A chunk is told as a whole, so that any moment of a match of any length is one request away; the index has what
the timeline shows of all of it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.plain import Plain
from referee.core.scene import Scene
from referee.core.scene_plain import (
    KeptPart,
    PlainObject,
    kept_parts,
    line_plain,
    scene_plain,
)
from referee.core.view import GameView
from referee.games import generic_view
from referee.replay.frames import Frame, Heading, SeatMoment, said_line
from referee_arena import FORMAT
from referee_arena.scenes.delta import change

__all__ = ["CHUNK", "LARGE", "History", "Made", "Moment", "encoded"]

CHUNK = 50
"""Frames a chunk where frames are asked for over the network."""
LARGE = 6_000
"""Characters of a first frame from which on a chunk has no more than `CHUNK` frames: a jump has to read all of it."""
_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """A frame as it is sent to who has all before it."""

    number: int
    """Its number, from 0."""
    json: str
    """What changed, or `[frame]` for a whole one, with which a chunk begins, as `encoded` writes it."""
    timeline: PlainObject
    """What it adds to the timeline: `step`, and where there are any `flags`, `series` and `times`."""

    @property
    def step(self) -> int:
        """Engine steps made before it."""
        step = self.timeline["step"]
        assert isinstance(step, int)
        return step

    @property
    def told(self) -> Plain:
        """The change itself."""
        told: Plain = json.loads(self.json)
        return told


class Made(NamedTuple):
    """What the next frame of a history comes to."""

    moment: Moment
    """How it is sent."""
    frame: PlainObject
    """The frame, whole."""
    is_last: bool
    """Whether the match is over with it."""


class History:
    """Frames of one match as some eyes see it.

    Args:
        heading: The match.
        terms: What else is told of it, such as the time control.
        chunk: Frames a chunk at most, from 1; large frames have chunks of `CHUNK` at most.
    """

    def __init__(
        self, heading: Heading, terms: PlainObject | None = None, *, chunk: int = CHUNK
    ) -> None:
        self.heading = heading
        """The match."""
        self._terms = terms or {}
        self._chunk = chunk
        self._view: GameView = generic_view.view_of(heading.plugin)
        self._parts: dict[str, KeptPart] = {}
        self.latest: PlainObject = {}
        """The last frame, whole."""
        self.moments: list[Moment] = []
        """All frames, in order."""
        self.is_over = False
        """Whether the match has ended."""

    def add(self, frame: Frame) -> Moment:
        """Take the next frame, and return how it is sent."""
        return self.keep(self.made(frame))

    def made(self, frame: Frame) -> Made:
        """Return what the next frame comes to, without taking it: this may be done in a thread."""
        scene = self._view.scene(frame.sight)
        plain = self._frame(frame, scene)
        number = len(self.moments)
        told: Plain = [plain] if number % self._chunk == 0 else change(self.latest, plain)
        moment = Moment(number, encoded(told), self._timeline(frame, scene))
        return Made(moment, plain, bool(frame.outcome))

    def keep(self, made: Made) -> Moment:
        """Take what was made of the next frame."""
        if not self.moments and len(made.moment.json) > LARGE:
            self._chunk = min(self._chunk, CHUNK)
        self.latest = made.frame
        self.moments.append(made.moment)
        self.is_over = self.is_over or made.is_last
        return made.moment

    def chunk(self, number: int) -> list[Plain]:
        """Return a chunk: a frame in brackets, then changes.

        Raises:
            IndexError: There is none of this number.
        """
        told: list[Plain] = json.loads(self.chunk_json(number))
        return told

    def chunk_json(self, number: int) -> str:
        """Return a chunk as it is sent.

        Raises:
            IndexError: There is none of this number.
        """
        first = self._chunk * number
        if not 0 <= first < len(self.moments):
            raise IndexError(number)
        moments = self.moments[first : first + self._chunk]
        return f"[{','.join(moment.json for moment in moments)}]"

    @property
    def num_chunks(self) -> int:
        """How many there are."""
        return -(-len(self.moments) // self._chunk)

    def chunks(self) -> Iterator[list[Plain]]:
        """Yield all of them."""
        for number in range(self.num_chunks):
            yield self.chunk(number)

    def index(self) -> PlainObject:
        """Return what is told of the match as a whole."""
        heading = self.heading
        game = heading.plugin.game.info.game if heading.plugin else heading.game
        return {
            "format": FORMAT,
            "match": heading.match_id,
            "game": game,
            "title": heading.title,
            "players": list(heading.players),
            "eyes": heading.eyes,
            "hint": list(heading.hint),
            "chunk": self._chunk,
            "over": self.is_over,
            "timeline": [moment.timeline for moment in self.moments],
            **self._terms,
        }

    def _frame(self, frame: Frame, scene: Scene) -> PlainObject:
        heading = self.heading
        plain: PlainObject = {
            "step": frame.step,
            "phase": frame.phase,
            "scene": self._scene(scene),
            "log": [line_plain(line) for line in self._view.event_lines(frame.sight)],
        }
        if frame.said:
            plain["said"] = [line_plain(said_line(said, heading.players)) for said in frame.said]
        if frame.seats:
            known = {moment.seat: _seat(moment) for moment in frame.seats}
            plain["seats"] = [known.get(seat, {}) for seat in range(len(heading.players))]
        if frame.forfeited:
            plain["forfeited"] = list(frame.forfeited)
        if frame.outcome:
            plain["outcome"] = list(frame.outcome)
        return plain

    def _scene(self, scene: Scene) -> PlainObject:
        told = scene_plain(scene, self._parts)
        self._parts = kept_parts(scene, told)
        return told

    def _timeline(self, frame: Frame, scene: Scene) -> PlainObject:
        told: PlainObject = {"step": frame.step}
        flags: list[Plain] = [
            [flag.kind.name.lower(), flag.text, flag.seat] for flag in scene.flags
        ]
        if self.moments or not frame.step:
            flags += _faults(frame, self.latest, self.heading)
        if frame.outcome:
            flags.append(["end", frame.outcome[0], None])
        if flags:
            told["flags"] = flags
        if scene.series:
            told["series"] = {
                name: {str(seat): value for seat, value in numbers.items()}
                for name, numbers in scene.series.items()
            }
        times: list[Plain] = [
            [moment.seat, moment.elapsed_us, moment.cpu_us, moment.decided]
            for moment in frame.seats
            if moment.decided
        ]
        if times:
            told["times"] = times
        return told


def _seat(moment: SeatMoment) -> PlainObject:
    """Return how a seat stands; what is not known, or no, is left out."""
    told: PlainObject = {}
    if moment.is_asked:
        told["asked"] = True
    if moment.is_out:
        told["out"] = True
    if moment.bank_us is not None:
        told["bank"] = moment.bank_us
    if moment.strikes:
        told["strikes"] = moment.strikes
    if moment.refusals:
        told["refusals"] = moment.refusals
    return told


def _faults(frame: Frame, before: PlainObject, heading: Heading) -> Iterator[Plain]:
    """Yield flags of deadlines missed, orders refused and seats forfeited since the frame before.

    They come of what the frame tells of seats, so that no eyes are told more: of forfeits all, of the rest those
    that look through a seat's. Who comes to a match later is told nothing of what was before.
    """
    seats, out = before.get("seats"), before.get("forfeited")
    for moment in frame.seats:
        known = seats[moment.seat] if isinstance(seats, list) else {}
        was = known if isinstance(known, dict) else {}
        name = heading.players[moment.seat]
        if (missed := _more(moment.strikes, was.get("strikes"))) > 0:
            text = f"{name} has missed {_counted(missed, 'a deadline', 'deadlines')}"
            yield ["strike", text, moment.seat]
        if (refused := _more(moment.refusals, was.get("refusals"))) > 0:
            text = f"{_counted(refused, 'an order', 'orders')} of {name} refused"
            yield ["refusal", text, moment.seat]
    for seat in frame.forfeited:
        if not isinstance(out, list) or seat not in out:
            yield ["forfeit", f"{heading.players[seat]} has forfeited", seat]


def _more(now: int | None, before: Plain) -> int:
    """Return by how much a count has grown; one that is not told is 0."""
    return (now or 0) - (before if isinstance(before, int) else 0)


def _counted(count: int, one: str, several: str) -> str:
    return one if count == 1 else f"{count} {several}"


def encoded(plain: Plain) -> str:
    """Return JSON as short as it gets, in ASCII, that no HTML around it can take for its own."""
    return (
        _ENCODER.encode(plain)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
