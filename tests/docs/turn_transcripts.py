"""Turns of matches in words, as docs/text_faces.md shows them; as a program, it writes them there.

python -m tests.docs.turn_transcripts
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from referee.core.config import parse_config
from referee.core.rng import Stream
from referee.games import registry
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from tests.docs.markdown import ROOT

__all__ = ["CASES", "PAGE", "blocks", "transcript"]

PAGE = ROOT / "docs" / "text_faces.md"
"""The page with the transcripts."""
WINDOW = 600
"""Bytes that earlier events take in a transcript."""


class Case(NamedTuple):
    """A turn to show: of which match of random play, whose, and which."""

    num_seats: int
    seat: int
    turn: int
    config: Mapping[str, object]


CASES = {
    "diceman": Case(2, 0, 4, {}),
    "swordman": Case(2, 1, 4, {}),
    "dice_adventure": Case(3, 1, 3, {"levels": [{"name": "L1"}]}),
    "champions": Case(4, 1, 4, {}),
    "dungeon_keeper": Case(2, 1, 20, {"preset": "small"}),
    "proving_grounds": Case(2, 1, 4, {}),
}
"""One turn of each game."""


def transcript(game: str) -> str:
    """Return the turn of a game that the page shows."""
    plugin, case = registry.find(game), CASES[game]
    config = parse_config(plugin.game.config_class, case.config)
    state, events = plugin.game.start(config, seed=46, num_seats=case.num_seats)
    names = ["ada", "grace", "linus", "dennis"][: case.num_seats]
    told, stream = SeatHistory.of_match(plugin, config, case.seat, names), Stream(46)
    while True:
        seen = SeenStep(plugin, config, state, events)
        told.add_events([each for each, who in seen.sent if Eyes(case.seat).sees(who)])
        point = plugin.game.decision(state)
        assert point is not None, f"{game}: the match is over before turn {case.turn}"
        if case.seat in point.seats:
            asked = told.asked(seen.observations([case.seat])[case.seat], point.phase)
            if asked.number == case.turn:
                return told.face.turn(asked, WINDOW)
        actions = {seat: plugin.game.random_action(state, seat, stream) for seat in point.seats}
        events = list(plugin.game.step(state, actions))


def blocks(page: str) -> dict[str, str]:
    """Return the transcripts of a page, by the title of the game above each."""
    return dict(
        re.findall(r"^### ([^\n]+)\n\n````text\n(.*?)\n````$", page, re.MULTILINE | re.DOTALL)
    )


def _write() -> None:
    page = PAGE.read_text(encoding="utf-8")
    head, _, _ = page.partition("\n### ")
    parts = [head.rstrip("\n") + "\n"]
    for game in CASES:
        title = registry.info(game).title
        parts.append(f"### {title}\n\n````text\n{transcript(game)}\n````\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    _write()
