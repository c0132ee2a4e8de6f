"""Pictures of a film in order, each with the time for which it is shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from referee_arena.film.errors import FilmError
from referee_arena.picture.card import Card
from referee_arena.scenes.history import History

__all__ = ["MOST_SHOTS", "Cut", "Shot", "shots_of"]

MOST_SHOTS = 1000
"""Most pictures of a film."""
TITLE_MS = 2500
"""Milliseconds for which the names of the players are shown first."""
RESULT_MS = 5000
"""Milliseconds for which the result is shown."""
MOMENT = 2.5
"""How many times as long as another step a moment is shown: the end of a level or game, or a seat that is out."""
_MOMENTS = {"level", "elimination", "forfeit", "death"}


class Shot(NamedTuple):
    """One picture of a film."""

    card: Card
    """What it shows."""
    ms: int
    """For how many milliseconds."""


@dataclasses.dataclass(frozen=True, slots=True)
class Cut:
    """Which steps a film has, and how fast."""

    first: int = 0
    """The first step."""
    last: int | None = None
    """The last step; None for the end of the match."""
    step_ms: int = 700
    """Milliseconds for which a step is shown, from 20."""


def shots_of(path: Path, eyes_name: str, cut: Cut) -> list[Shot]:
    """Return the pictures of a film.

    Args:
        path: The replay.
        eyes_name: Through whose eyes it is seen: `public`, `all`, or a seat such as `seat-0`.
        cut: Which steps, and how fast.

    Raises:
        ReplayError: The replay is missing or damaged, or of a game or version that is not installed.
        FieldError: There are no such eyes.
        FilmError: No step is in the cut, or too many are.
        OSError: The replay can't be read.
    """
    replay = load(path)
    recording = Recording(replay)
    eyes = Eyes.parse(eyes_name, replay.header.num_seats)
    history = History(recording.heading(eyes))
    title, players = history.heading.title, tuple(history.heading.players)
    whose = "" if eyes.is_public else f"as {history.heading.eyes} sees it"
    shots = [Shot(Card(title, players, says=whose), TITLE_MS)]
    for frame, flags in _frames(recording, history, eyes):
        step = frame["step"]
        if step < cut.first or (cut.last is not None and step > cut.last):
            continue
        if len(shots) > MOST_SHOTS:
            text = f"more than {MOST_SHOTS} pictures: choose steps with --from and --to"
            raise FilmError(f"{path}: {text}")
        card = Card(title, players, frame)
        if frame.get("result"):
            shots.append(Shot(card, RESULT_MS))
        elif _is_moment(frame, flags):
            shots.append(Shot(card, round(MOMENT * cut.step_ms)))
        else:
            shots.append(Shot(card, cut.step_ms))
    if len(shots) == 1:
        last = history.frames[-1].step
        asked = f"from {cut.first} {'on' if cut.last is None else f'to {cut.last}'}"
        raise FilmError(f"{path}: no step {asked}: it has steps 0 to {last}")
    return shots


def _frames(recording: Recording, history: History, eyes: Eyes) -> Iterator[tuple[Any, Any]]:
    """Yield the frames as pages get them, each with its flags."""
    for (frame,) in recording.frames((eyes,)):
        sent = history.add(frame)
        yield history.latest, sent.timeline.get("flags", [])


def _is_moment(frame: Any, flags: Any) -> bool:
    sentences = frame.get("story", {}).get("sentences", [])
    is_milestone = any(sentence.get("milestone") for sentence in sentences)
    return is_milestone or any(kind in _MOMENTS for kind, *_ in flags)
