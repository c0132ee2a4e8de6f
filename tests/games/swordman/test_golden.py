"""Recorded matches come out the same on every machine, with compiled and with interpreted kernels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.core.config import parse_config
from referee.games.swordman import PLUGIN
from referee.games.swordman.config import SwordmanConfig
from referee.games.swordman.state import State
from tests.games.swordman.reference import SILENT, ReferenceMatch, Rules
from tests.helpers.golden import check_digests, check_interpreted, golden_files, load

GAME = PLUGIN.game
FILES = golden_files(GAME.info)


def states(recorded: dict[str, Any]) -> Iterator[State]:
    """The state of a recorded match as it comes out now: at the start, and after each round."""
    config = parse_config(SwordmanConfig, recorded["config"])
    state, _ = GAME.start(config, seed=recorded["seed"], num_seats=2)
    yield state
    for played in recorded["rounds"]:
        GAME.step(state, {
            seat: None if answer is None else GAME.parse_action(answer)
            for seat, answer in enumerate(played["answers"])
        })  # fmt: skip
        yield state
    assert GAME.decision(state) is None
    assert list(GAME.outcome(state).scores) == recorded["scores"]


def digests(recorded: dict[str, Any]) -> list[str]:
    """Digests of a recorded match as it comes out now, from the start on."""
    return [GAME.digest(state).hex() for state in states(recorded)]


def test_there_are_golden_matches() -> None:
    """A new version needs matches of its own."""
    assert len(FILES) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_digests(path: Path) -> None:
    """Every state is the one that was recorded."""
    check_digests(GAME.info, load(path), "rounds", digests)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_matches_agree_with_the_reference(path: Path) -> None:
    """What was recorded is right: settings, lives, notices and scores of the whole match, by other code."""
    recorded = load(path)
    config = parse_config(SwordmanConfig, recorded["config"])
    reference = ReferenceMatch(Rules(**config.model_dump(exclude={"deadline_ms"})))
    played = iter(states(recorded))
    next(played)
    refused = 0
    for round_, state in zip(recorded["rounds"], played, strict=True):
        first, second = (SILENT if one is None else one for one in round_["answers"])
        settings, struck, notices = reference.play((first, second))
        seen = GAME.observe(state, [0, 1])
        last = seen[0].table.last_round
        assert last is not None
        assert [one._asdict() for one in last.settings] == [vars(one) for one in settings]
        assert (last.blow, last.landed, last.first, last.life_after) == (
            struck.blow, struck.landed, struck.first, struck.life,
        )  # fmt: skip
        told = [[(notice.code.name, notice.field) for notice in one.notices] for one in seen]
        assert told == notices
        refused += sum(map(len, notices))
    assert reference.over
    assert list(reference.points) == recorded["scores"]
    assert refused > 5


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_digests() -> None:
    """Where there is no Numba, a match comes out the same."""
    check_interpreted("tests.games.swordman.test_golden", digests, FILES)
