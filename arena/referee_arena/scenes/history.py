"""The history of a view: all its frames, in chunks of one whole frame and the changes after it.

A chunk is sent as a whole, so that any frame of a match of any length is one request away. The index has what the
timeline shows of all frames.
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
"""Most frames of a chunk where chunks are requested over the network."""
LARGE = 6_000
"""If the first frame has more characters of JSON than this, a chunk has at most `CHUNK` frames, because a jump to
any of its frames has to read the whole chunk."""
_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


@dataclasses.dataclass(frozen=True, slots=True)
class SentFrame:
    """A frame as it is sent to a reader that has all frames before it."""

    number: int
    """Its number, from 0."""
    json: str
    """The change from the frame before, or `[frame]` where a chunk begins with a whole one, as `encoded` writes it."""
    timeline: PlainObject
    """What it adds to the timeline: `step`, and where there are any `flags`, `series` and `times`."""

    @property
    def step(self) -> int:
        """Engine steps made before it."""
        step = self.timeline["step"]
        assert isinstance(step, int)
        return step

    @property
    def change(self) -> Plain:
        """What `json` encodes."""
        decoded: Plain = json.loads(self.json)
        return decoded


class NextFrame(NamedTuple):
    """The next frame of a history, encoded and not yet appended."""

    sent: SentFrame
    """As it is sent."""
    whole: PlainObject
    """As a whole."""
    is_last: bool
    """Whether the match is over with it."""


class History:
    """Frames of one match as some eyes see it.

    Args:
        heading: The match.
        terms: What else is in its index, such as the time control.
        chunk: Most frames of a chunk, from 1; chunks of large frames have at most `CHUNK`.
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
        self.frames: list[SentFrame] = []
        """All frames, in order."""
        self.is_over = False
        """Whether the match has ended."""

    def add(self, frame: Frame) -> SentFrame:
        """Append the next frame, and return it as it is sent."""
        return self.append(self.prepare(frame))

    def prepare(self, frame: Frame) -> NextFrame:
        """Encode the next frame without appending it; this may be done on a thread.

        Each prepared frame must be appended before the next one is prepared: it is the change from `latest`.
        """
        scene = self._view.scene(frame.sight)
        plain = self._frame(frame, scene)
        number = len(self.frames)
        changed: Plain = [plain] if number % self._chunk == 0 else change(self.latest, plain)
        sent = SentFrame(number, encoded(changed), self._timeline(frame, scene))
        return NextFrame(sent, plain, bool(frame.outcome))

    def append(self, prepared: NextFrame) -> SentFrame:
        """Append a frame that was prepared."""
        # Only before the first frame: afterwards a changed size would move the borders of chunks that pages have.
        if not self.frames and len(prepared.sent.json) > LARGE:
            self._chunk = min(self._chunk, CHUNK)
        self.latest = prepared.whole
        self.frames.append(prepared.sent)
        self.is_over = self.is_over or prepared.is_last
        return prepared.sent

    def chunk(self, number: int) -> list[Plain]:
        """Return a chunk: a frame in brackets, then changes.

        Raises:
            IndexError: There is none of this number.
        """
        decoded: list[Plain] = json.loads(self.chunk_json(number))
        return decoded

    def chunk_json(self, number: int) -> str:
        """Return a chunk as it is sent.

        Raises:
            IndexError: There is none of this number.
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
        """How many chunks there are."""
        return -(-len(self.frames) // self._chunk)

    def chunks(self) -> Iterator[list[Plain]]:
        """Yield all chunks."""
        for number in range(self.num_chunks):
            yield self.chunk(number)

    def index(self) -> PlainObject:
        """Return the index: the facts of the match and its timeline."""
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
    """Return a flag; its label and weight are left out where they are the default."""
    plain: list[Plain] = [flag.kind.name.lower(), flag.text, flag.seat]
    return [*plain, flag.label, flag.weight] if flag.label or flag.weight > 1 else plain


def _seat(moment: SeatMoment) -> PlainObject:
    """Return the state of a seat; what is unknown, false or 0 is left out."""
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

    They are computed from the frame's own seats, so that no eyes learn more than the frame shows them: all eyes
    learn of forfeits, and of other faults only eyes that see the counts of that seat. A history that begins
    later has no flags of earlier faults.
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
    """Return by how much a count has grown; a count that these eyes do not see is 0."""
    return (now or 0) - (before if isinstance(before, int) else 0)


def _counted(count: int, one: str, several: str) -> str:
    return one if count == 1 else f"{count} {several}"


def encoded(plain: Plain) -> str:
    """Return JSON without blanks, in ASCII, and without the characters that would end or open HTML around it."""
    return (
        _ENCODER.encode(plain)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
    )
