"""Chooses the pictures of a film: a title, a picture of each step, and the result, each with its time on screen."""

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
"""Most pictures of steps in a film; more are an error."""
TITLE_MS = 2500
"""Milliseconds for which the title with the players' names is shown at the beginning."""
RESULT_MS = 5000
"""Milliseconds for which the result is shown at the end."""
MOMENT = 2.5
"""Factor of the time for which an important step is shown, such as the end of a game or of a seat's play."""
_MOMENTS = {"level", "elimination", "forfeit", "death"}


class Shot(NamedTuple):
    """One picture of a film, and the milliseconds for which it is shown."""

    card: Card
    """What the picture shows."""
    ms: int
    """Milliseconds for which the picture is shown."""


@dataclasses.dataclass(frozen=True, slots=True)
class Cut:
    """The first and the last step of a match that a film shows, and the milliseconds for each step."""

    first: int = 0
    """First step that the film shows, from 0."""
    last: int | None = None
    """Last step that the film shows; None to show all steps to the end of the match, and the result."""
    step_ms: int = 700
    """Milliseconds for which the picture of an ordinary step is shown, at least 20."""


def shots_of(path: Path, eyes_name: str, cut: Cut) -> list[Shot]:
    """Return the pictures of a film in order, the title first.

    Args:
        path: The replay file.
        eyes_name: Point of view of the film: `public`, `all`, or a seat such as `seat-0`.
        cut: The steps that the film shows, and for how long.

    Raises:
        ReplayError: The replay is missing or damaged, or of a game or version that is not installed.
        FieldError: The match has no point of view of this name.
        FilmError: The match has none of the steps in `cut`, or more than `MOST_SHOTS` of them.
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
    """Yield each frame of a recorded match as plain data, in the format that pages get, with its flags.

    A frame is what the eyes see after a step; its flags are the events that the page's timeline
    marks.

    Args:
        recording: The recorded match.
        history: History of the match from this point of view, which encodes the frames.
        eyes: The point of view.
    """
    for (frame,) in recording.frames((eyes,)):
        sent = history.add(frame)
        yield history.latest, sent.timeline.get("flags", [])


def _is_moment(frame: Any, flags: Any) -> bool:
    sentences = frame.get("story", {}).get("sentences", [])
    is_milestone = any(sentence.get("milestone") for sentence in sentences)
    return is_milestone or any(kind in _MOMENTS for kind, *_ in flags)
