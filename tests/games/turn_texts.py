"""Turns of scripted matches in words, whole: one of each phase of each game, as each kind of seat reads it.

They are kept in `tests/games/texts/GAME/PHASE.SEAT.txt`, and one of each game is in docs/text_faces.md.
`python -m tests.games.turn_texts` writes all of them again, to be read before they are committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.default_face import DefaultFace
from referee.games.faces import face_of
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from tests.docs.markdown import ROOT

__all__ = [
    *("FOLDER", "MATCHES", "ON_PAGE", "PAGE", "WINDOW"),
    *("Match", "blocks", "declared_phases", "kept_texts", "turn_texts"),
]

FOLDER = Path(__file__).parent / "texts"
"""Folder of the texts, by game."""
PAGE = ROOT / "docs" / "text_faces.md"
"""The page that shows one turn of each game."""
WINDOW = 600
"""Bytes that earlier events take in a text."""
NAMES = ("ada", "grace", "linus", "dennis", "barbara", "ken")


class Match(NamedTuple):
    """A match of drawn actions, and the turns of it that are kept."""

    num_seats: int
    turns: Mapping[str, int]
    """By `PHASE.SEAT`: the first turn of the seat in the phase that has at least this number."""
    config: Mapping[str, object] = {}
    note: str = ""
    """What is special about the match, in the names of its files."""
    seed: int = 46


MATCHES: Mapping[str, tuple[Match, ...]] = {
    "diceman": (Match(2, {"choice.0": 4, "choice.1": 1}),),
    "swordman": (Match(2, {"setting.0": 1, "setting.1": 4}),),
    "dice_adventure": (
        Match(
            3,
            {f"{phase}.{seat}": 3 for phase in ("communication", "planning") for seat in range(3)},
            {"levels": [{"name": "L1"}]},
        ),
        Match(6, {"planning.4": 4}, {"levels": [{"name": "L1"}]}, note="race"),
    ),
    "champions": (
        Match(
            4,
            {
                f"{phase}.{seat}": first
                for phase in ("MOVE", "LOOT", "EQUIP", "BATTLE")
                for seat, first in ((0, 1), (1, 5))
            },
        ),
    ),
    "dungeon_keeper": (
        Match(2, {"orders.1": 20}, {"preset": "small"}),
        Match(2, {"orders.0": 3}, {"preset": "small", "fog_of_war": True}, note="fog"),
    ),
    "proving_grounds": (Match(2, {"SETUP.0": 1, "SETUP.1": 1, "ORDERS.0": 12, "ORDERS.1": 4}),),
}
"""The matches of each game."""

ON_PAGE = {
    "diceman": "choice.0",
    "swordman": "setting.1",
    "dice_adventure": "communication.1",
    "champions": "BATTLE.1",
    "dungeon_keeper": "orders.1",
    "proving_grounds": "ORDERS.1",
}
"""The turn of each game that docs/text_faces.md shows."""


def declared_phases(game: str) -> set[str]:
    """Return the names of the phases for which the game's face has words."""
    face = face_of(registry.find(game))
    assert isinstance(face, DefaultFace)
    return set(face.phases)


def turn_texts(game: str) -> dict[str, str]:
    """Return the kept turns of a game, by name of the file."""
    return {name: text for match in MATCHES[game] for name, text in _played(game, match)}


def kept_texts(game: str) -> dict[str, str]:
    """Return the turns of a game as their files have them, by name of the file."""
    files = sorted((FOLDER / game).glob("*.txt"))
    return {file.stem: file.read_text(encoding="utf-8").removesuffix("\n") for file in files}


def _played(game: str, match: Match) -> Iterator[tuple[str, str]]:
    plugin, open_turns = registry.find(game), dict(match.turns)
    config = parse_config(plugin.game.config_class, match.config)
    state, events = plugin.game.start(config, seed=match.seed, num_seats=match.num_seats)
    names = NAMES[: match.num_seats]
    read = {int(name.rpartition(".")[2]) for name in open_turns}
    told = {seat: SeatHistory.of_match(plugin, config, seat, names) for seat in sorted(read)}
    stream = Stream(match.seed)
    while open_turns:
        seen = SeenStep(plugin, config, state, events)
        point = plugin.game.decision(state)
        assert point is not None, f"{game}: the match is over before {', '.join(open_turns)}"
        for seat, history in told.items():
            history.add_events([each for each, who in seen.sent if Eyes(seat).sees(who)])
            if seat not in point.seats:
                continue
            asked = history.asked(seen.observations([seat])[seat], point.phase)
            assert isinstance(history.face, DefaultFace)
            name = f"{history.face.phase_of(asked)}.{seat}"
            if asked.number >= open_turns.get(name, asked.number + 1):
                del open_turns[name]
                note = f".{match.note}" if match.note else ""
                yield f"{name}{note}", history.face.turn(asked, WINDOW)
        actions = {seat: plugin.game.random_action(state, seat, stream) for seat in point.seats}
        events = list(plugin.game.step(state, actions))


def blocks(page: str) -> dict[str, str]:
    """Return the turns on a page, by the title of the game above each."""
    return dict(
        re.findall(r"^### ([^\n]+)\n\n````text\n(.*?)\n````$", page, re.MULTILINE | re.DOTALL)
    )


def _write() -> None:
    page = PAGE.read_text(encoding="utf-8")
    head, _, _ = page.partition("\n### ")
    parts = [head.rstrip("\n") + "\n"]
    for game, shown in ON_PAGE.items():
        texts, folder = turn_texts(game), FOLDER / game
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in texts.items():
            (folder / f"{name}.txt").write_text(f"{text}\n", encoding="utf-8")
        parts.append(f"### {registry.info(game).title}\n\n````text\n{texts[shown]}\n````\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    _write()
