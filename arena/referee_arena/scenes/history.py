"""The history of a match from one point of view: all frames, in chunks of one whole frame and the changes after it.

A chunk is sent as a whole, so that a browser gets any frame by one request, however long the match is. The index of a
history has what the page's timeline shows of all frames.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.plain import Plain
from referee.core.scene import Flag, Scene
from referee.core.scene_plain import (
    KeptPart,
    PlainObject,
    kept_parts,
    line_plain,
    scene_plain,
)
from referee.core.story_plain import result_plain, story_plain
from referee.core.view import GameView
from referee.games import generic_view
from referee.replay.frames import Frame, Heading, SeatMoment, said_line
from referee_arena import FORMAT
from referee_arena.scenes.delta import change

__all__ = ["CHUNK", "LARGE", "History", "NextFrame", "SentFrame", "encoded"]

CHUNK = 50
"""Default for the most frames of a chunk, and the limit if frames are large (see `LARGE`)."""
LARGE = 6_000
"""If the first frame has more characters of JSON than this number, a chunk has at most `CHUNK` frames.

A browser that jumps to a frame has to read the whole chunk.
"""
_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


@dataclasses.dataclass(frozen=True, slots=True)
class SentFrame:
    """A frame as it is sent to a reader that has all frames before it: as the change from the last one, in JSON."""

    number: int
    """Number of the frame in the history, from 0."""
    json: str
    """JSON of the change from the frame before; for the first frame of a chunk, of a list with the whole frame."""
    timeline: PlainObject
    """Entry of the frame in the timeline: `step`, and `flags`, `series` and `times` if the frame has any."""

    @property
    def step(self) -> int:
        """Number of engine steps of the match up to this frame."""
        step = self.timeline["step"]
        assert isinstance(step, int)
        return step

    @property
    def change(self) -> Plain:
        """The change from the frame before, decoded from `json`."""
        decoded: Plain = json.loads(self.json)
        return decoded


class NextFrame(NamedTuple):
    """The next frame of a history, encoded and not yet appended."""

    sent: SentFrame
    """The frame as it is sent to readers that have all frames before it."""
    whole: PlainObject
    """The whole frame as plain data."""
    is_last: bool
    """Whether the match is over after this frame."""


class History:
    """Frames of one match from one point of view, to which new ones are appended.

    Args:
        heading: Id, game, players and point of view of the match.
        terms: Further values for the index, such as the time control; None for none.
        chunk: Most frames of a chunk, from 1; if the match's frames are large, at most `CHUNK` even if this is more.
    """

    def __init__(
        self, heading: Heading, terms: PlainObject | None = None, *, chunk: int = CHUNK
    ) -> None:
        self.heading = heading
        """Id, game, players and point of view of the match."""
        self._terms = terms or {}
        self._chunk = chunk
        self._view: GameView = generic_view.view_of(heading.plugin)
        self._parts: dict[str, KeptPart] = {}
        self.latest: PlainObject = {}
        """The last frame as a whole; empty before the first."""
        self.frames: list[SentFrame] = []
        """All frames so far, in order."""
        self.is_over = False
        """Whether the match has ended."""

    def add(self, frame: Frame) -> SentFrame:
        """Encode and append the next frame; return it as it is sent to readers."""
        return self.append(self.prepare(frame))

    def prepare(self, frame: Frame) -> NextFrame:
        """Encode and return the next frame without appending it; this may be called in another thread.

        A prepared frame must be appended before the next one is prepared: it is encoded as the change from `latest`.
        """
        scene = self._view.scene(frame.sight)
        plain = self._frame(frame, scene)
        number = len(self.frames)
        changed: Plain = [plain] if number % self._chunk == 0 else change(self.latest, plain)
        sent = SentFrame(number, encoded(changed), self._timeline(frame, scene))
        return NextFrame(sent, plain, bool(frame.outcome))

    def append(self, prepared: NextFrame) -> SentFrame:
        """Append a frame that `prepare` has returned; return it as it is sent to readers."""
        # Only before the first frame: afterwards a changed size would move the borders of chunks that pages have.
        if not self.frames and len(prepared.sent.json) > LARGE:
            self._chunk = min(self._chunk, CHUNK)
        self.latest = prepared.whole
        self.frames.append(prepared.sent)
        self.is_over = self.is_over or prepared.is_last
        return prepared.sent

    def chunk(self, number: int) -> list[Plain]:
        """Return a chunk as plain data: a list with a whole frame, then the change of each further frame.

        Raises:
            IndexError: No chunk has this number; they count from 0.
        """
        decoded: list[Plain] = json.loads(self.chunk_json(number))
        return decoded

    def chunk_json(self, number: int) -> str:
        """Return a chunk in JSON, as it is sent to browsers.

        Raises:
            IndexError: No chunk has this number; they count from 0.
        """
        first = self._chunk * number
        if not 0 <= first < len(self.frames):
            raise IndexError(number)
        frames = self.frames[first : first + self._chunk]
        # Joined as texts: a chunk is requested often, and each frame was encoded when it came.
        return f"[{','.join(frame.json for frame in frames)}]"

    def chunks_up_to(self, number: int) -> list[Plain]:
        """Return the changes that lead to a frame: its chunk up to the frame itself.

        Args:
            number: Number of the frame.
        """
        first = number - number % self._chunk
        return [frame.change for frame in self.frames[first : number + 1]]

    @property
    def num_chunks(self) -> int:
        """Number of chunks so far."""
        return -(-len(self.frames) // self._chunk)

    def chunks(self) -> Iterator[list[Plain]]:
        """Yield all chunks so far in order, as `chunk` returns them."""
        for number in range(self.num_chunks):
            yield self.chunk(number)

    def index(self) -> PlainObject:
        """Return the index as plain data: the facts of the match, and the timeline with an entry for each frame."""
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
            "how_to": list(self._view.how_to(heading.config)),
            "chunk": self._chunk,
            "over": self.is_over,
            "timeline": [frame.timeline for frame in self.frames],
            **self._terms,
        }

    def _frame(self, frame: Frame, scene: Scene) -> PlainObject:
        heading = self.heading
        lines = self._view.event_lines(frame.sight)
        plain: PlainObject = {
            "step": frame.step,
            "phase": frame.phase,
            "scene": self._scene(scene),
            "story": story_plain(self._view.story(frame.sight, scene, lines)),
            "log": [line_plain(line) for line in lines],
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
        if frame.end is not None:
            plain["result"] = result_plain(self._view.result(frame.sight, frame.end))
        return plain

    def _scene(self, scene: Scene) -> PlainObject:
        # Parts that are the same as in the frame before keep their objects, which `change` then does not compare.
        plain = scene_plain(scene, self._parts)
        self._parts = kept_parts(scene, plain)
        return plain

    def _timeline(self, frame: Frame, scene: Scene) -> PlainObject:
        entry: PlainObject = {"step": frame.step}
        flags: list[Plain] = [_flag(flag) for flag in scene.flags]
        # A history that begins in the middle of a match has the sums of all faults before it in its first
        # frame; they are no faults of that frame.
        if self.frames or not frame.step:
            flags += _faults(frame, self.latest, self.heading)
        if frame.outcome:
            flags.append(["end", frame.outcome[0], None])
        if flags:
            entry["flags"] = flags
        if scene.series:
            entry["series"] = {
                name: {str(seat): value for seat, value in numbers.items()}
                for name, numbers in scene.series.items()
            }
        times: list[Plain] = [
            [moment.seat, moment.elapsed_us, moment.cpu_us, moment.decided]
            for moment in frame.seats
            if moment.decided
        ]
        if times:
            entry["times"] = times
        return entry


def _flag(flag: Flag) -> list[Plain]:
    """Return a flag (marked event on the timeline) as a list: kind, text, seat, and then label and weight.

    Label and weight are left out if both have their defaults.
    """
    plain: list[Plain] = [flag.kind.name.lower(), flag.text, flag.seat]
    return [*plain, flag.label, flag.weight] if flag.label or flag.weight > 1 else plain


def _seat(moment: SeatMoment) -> PlainObject:
    """Return the state of a seat as plain data; what is unknown, false or 0 is left out, except the bank."""
    entry: PlainObject = {}
    if moment.is_asked:
        entry["asked"] = True
    if moment.is_out:
        entry["out"] = True
    if moment.bank_us is not None:
        entry["bank"] = moment.bank_us
    if moment.strikes:
        entry["strikes"] = moment.strikes
    if moment.refusals:
        entry["refusals"] = moment.refusals
    return entry


def _faults(frame: Frame, before: PlainObject, heading: Heading) -> Iterator[Plain]:
    """Yield flags of deadlines missed, orders refused and seats forfeited since the frame before.

    They are computed only from what the frame itself shows, so that a point of view learns no more
    from flags: forfeits are shown to all, other faults only to points of view that see the counts
    of that seat.

    Args:
        frame: The frame.
        before: Entry of the timeline about the frame before.
        heading: Heading of the match, with the names of the players.
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
    """Return by how much a count has grown from the frame before to now; a count that is not shown is taken as 0.

    Args:
        now: The count in the present frame; None if it is not shown.
        before: The count in the frame before; not a whole number if it is not shown there.
    """
    return (now or 0) - (before if isinstance(before, int) else 0)


def _counted(count: int, one: str, several: str) -> str:
    return one if count == 1 else f"{count} {several}"


def encoded(plain: Plain) -> str:
    """Return plain data as JSON in ASCII, without spaces between tokens, and with `<`, `>` and `&` escaped.

    So the JSON is safe inside an HTML page.
    """
    return (
        _ENCODER.encode(plain)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
