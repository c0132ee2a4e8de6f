"""Whole turns of each game in words are those that a person has read."""

from __future__ import annotations

import pytest

from referee.games import registry
from tests.games.turn_texts import FOLDER, MATCHES, declared_phases, kept_texts, turn_texts

MOST_BYTES = 120_000
"""Highest number of bytes of all kept texts together: more than that, nobody reads."""


@pytest.mark.parametrize("game", MATCHES)
def test_turns_are_those_that_were_read(game: str) -> None:
    """The text of each kept turn is that of its file, byte by byte.

    The files are expected values because a person has read them, as a player who knows the rules and
    nothing else of the match, and has asked of each line: who does what to whom? in which unit? is each
    sign in a legend, and does it mean one thing? is all there that the answer needs? After a change of
    a face, `python -m tests.games.turn_texts` writes them again; read the difference in this way before
    it is committed.
    """
    texts = turn_texts(game)
    assert texts == kept_texts(game)


@pytest.mark.parametrize("game", MATCHES)
def test_each_phase_and_each_kind_of_seat_has_a_turn(game: str) -> None:
    """A phase that a face names has a file of at least two seats, or of all three members of a party."""
    seats: dict[str, set[str]] = {}
    for name in kept_texts(game):
        phase, seat = name.split(".")[:2]
        seats.setdefault(phase, set()).add(seat)
    assert seats.keys() == declared_phases(game)
    least = 3 if game == "dice_adventure" else 2
    assert all(len(each) >= least for each in seats.values()), seats


def test_every_game_has_turns_and_all_of_them_are_few_enough_to_read() -> None:
    """And there is no file that no match writes."""
    assert set(MATCHES) == set(registry.names())
    assert {path.name for path in FOLDER.iterdir()} == set(MATCHES)
    assert sum(path.stat().st_size for path in FOLDER.glob("*/*.txt")) <= MOST_BYTES
