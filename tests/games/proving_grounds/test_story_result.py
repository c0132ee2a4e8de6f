"""The winner of Proving Grounds now and at the end, the reason, and how the game is explained."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from referee.core.outcome import ForfeitCause
from referee.core.rng import Stream
from referee.core.scene import Bar, spans_text
from referee.core.story import FinalSeat, MatchEnd, Result
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.tables import EndCause
from referee.games.proving_grounds.view.standing import standing_of
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.view.visibility import Visibility
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes
from tests.games.proving_grounds.looking import (
    ALL,
    CONFIG,
    NAMES,
    PUBLIC,
    begun,
    field_of,
    row_texts,
    rows_of,
)
from tests.games.proving_grounds.stories import next_turn, sight_of, story_of
from tests.games.proving_grounds.story_cases import BEGAN, FINALS, KILLED
from tests.helpers.scenes import plain_config

EXAMPLE = (
    ((3, 2), 41, 14, 4),
    ((3, 1), 38, 14, 5),
    ((0, 2), 90, 20, 2),
    ((1, 0), 12, 8, 5),
)
"""PG-8.19: gems by kind, gold, rooms and heroes of each seat before the end."""


def _visibility(
    seats: Sequence[tuple[Sequence[int], int, int, int]], known: Sequence[int], tie: Sequence[int]
) -> Visibility:
    """Return what a viewer knows who sees the gems of the seats in `known`, all of them in vaults."""
    names = ("seat", "gems", "gold", "rooms", "heroes")
    players = [
        dict(zip(names, (seat, sum(gems), *numbers), strict=True))
        for seat, (gems, *numbers) in enumerate(seats)
    ]
    heading: dict[str, Any] = {
        "turn": 31,
        "num_kinds": len(seats[0][0]),
        "players": players,
        "boards": [{"board": "BOARD_TIE", "seats": list(tie)}],
    }
    own = {seat: {"vault": list(seats[seat][0]), "heroes": []} for seat in known}
    return Visibility(heading, (), {}, {}, own, ())


def _ranks(
    seats: Sequence[tuple[Sequence[int], int, int, int]],
    known: Sequence[int],
    tie: Sequence[int] = (1, 0, 2, 3),
) -> list[int]:
    standing = standing_of(_visibility(seats, known, tie), {"bonus_gold": 10}, None)
    return [one.rank for one in standing.seats]


def test_the_standing_of_the_example() -> None:
    """PG-8.19: seat 1 has the rubies by the board for ties, and more gold than seat 0."""
    standing = standing_of(_visibility(EXAMPLE, range(4), (1, 0, 2, 3)), {"bonus_gold": 10}, None)
    assert [one.gold for one in standing.seats] == [41, 48, 100, 22]
    assert [one.rank for one in standing.seats] == [2, 1, 3, 4]
    assert standing.most == (1, 0)
    assert [one.is_qualified for one in standing.seats] == [True, True, False, False]
    assert standing.leader == 1


def test_what_is_certain_of_hidden_gems() -> None:
    """The public knows numbers of gems alone, a seat its own kinds."""
    # Any of the four may have the most of a kind, and none must: rivals with 4 and 2 gems can match 3 and 2.
    assert _ranks(EXAMPLE, ()) == [0, 0, 0, 0]
    # Seat 0 has 5 gems, and its rivals 3: they cannot match it in both kinds. It has the most gold, too.
    seats = [((3, 2), 60, 14, 4), ((1, 1), 38, 14, 5), ((0, 1), 9, 20, 2)]
    assert _ranks(seats, (), (1, 0, 2)) == [1, 0, 0]
    # Seat 2 knows in addition that its only gem is a sapphire, which decides nothing more.
    assert _ranks(seats, (2,), (1, 0, 2)) == [1, 0, 0]
    # Of two seats the one with more gems always leads a kind.
    assert _ranks([((2, 1), 60, 9, 4), ((1, 1), 3, 5, 5)], (), (1, 0)) == [1, 2]
    assert _ranks([((1, 1), 60, 9, 4), ((1, 1), 3, 5, 5)], (), (1, 0)) == [0, 0]
    # Only seat 1 has gems, so it wins whatever the gold of the others.
    seats = [((0, 0), 60, 14, 4), ((1, 0), 3, 1, 1), ((0, 0), 9, 20, 2)]
    assert _ranks(seats, (), (1, 0, 2)) == [2, 1, 3]
    # Nobody has gems: gold with the bonuses of seat 2 for rooms and of seat 0 for heroes, then the board for ties.
    seats = [((0, 0), 9, 14, 4), ((0, 0), 19, 1, 1), ((0, 0), 9, 20, 2)]
    assert _ranks(seats, (), (2, 1, 0)) == [3, 2, 1]


@pytest.mark.parametrize("number", range(30))
def test_certain_ranks_hold_for_any_hidden_gems(number: int) -> None:
    """Every split of the hidden gems, of three seats and two kinds, has the ranks that a viewer is shown."""
    dice = Stream(number, 5)
    totals = [dice.draw(5) - 1 for _ in range(3)]
    facts = [(dice.draw(20), dice.draw(3), dice.draw(3)) for _ in range(3)]
    tie, config = [0, 1, 2], {"bonus_gold": 3}
    dice.shuffle(tie)
    splits = itertools.product(*(range(total + 1) for total in totals))
    worlds = [
        [((rubies, total - rubies), *fact) for rubies, total, fact in zip(*world, strict=True)]
        for world in ((split, totals, facts) for split in splits)
    ]
    for known in ((), (0,)):
        for world in worlds:
            real = standing_of(_visibility(world, range(3), tie), config, None)
            seen = standing_of(_visibility(world, known, tie), config, None)
            for one, shown in zip(real.seats, seen.seats, strict=True):
                assert shown.rank in (0, one.rank)
                assert shown.is_qualified in (None, one.is_qualified)
                assert set(shown.kinds) <= set(one.kinds)


def test_the_score() -> None:
    """Gold with bonuses, gems with the kinds a seat leads, and the strength of parties."""
    before = begun()
    before.vault[0, 0] = 2
    after = next_turn(before)
    after.heroes[0, 0, c.HP] -= 5
    after.seats[1, c.GOLD] += 7
    story, scene = story_of(sight_of(before, after, ALL))
    assert story.score is not None
    # Each seat has 6 gold, one room and five heroes, so both bonuses.
    assert [one.value for one in story.score.seats] == [26, 33, 26, 26]
    # Ties of the others by PG-8.20: TIE is 3, 0, 1, 2, but the gold of seat 1 is higher.
    assert [one.rank for one in story.score.seats] == [1, 2, 4, 3]
    first = story.score.seats[0]
    # Two Fighters, a Cleric, a Wizard and a Thief: 16 + 16 + 14 + 10 + 12.
    assert (story.score.gauge, first.gauge, first.loss) == ("hit points", Bar(63, 68), 5)
    assert first.facts == (("gems", "2, most rubies"), ("heroes", "5"), ("rooms", "1"))
    assert [(phase.word, phase.number, phase.of) for phase in story.phases] == [("turn", 2, 60)]
    assert scene.series[story.lead] == {0: 26, 1: 33, 2: 26, 3: 26}
    column = [row_texts(row)[5] for row in rows_of(scene, "seats").values()]
    assert column == ["1. most rubies", "2. no gems", "4. no gems", "3. no gems"]


def test_the_score_for_the_public() -> None:
    """It knows the number of heroes, not their hit points."""
    before = begun()
    before.vault[:2, 0] = 2
    after = next_turn(before)
    after.heroes[0, 0, c.ALIVE] = 0
    story, scene = story_of(sight_of(before, after, PUBLIC))
    assert story.score is not None
    assert story.score.gauge == "heroes"
    assert [one.gauge for one in story.score.seats] == [Bar(4, 8), Bar(5, 8), Bar(5, 8), Bar(5, 8)]
    assert [one.loss for one in story.score.seats] == [1, 0, 0, 0]
    # TIE is 3, 0, 1, 2: seat 0 leads a kind for certain, as seat 1 cannot match it in both; seat 1 may, before seat 3.
    assert [one.rank for one in story.score.seats] == [0, 0, 4, 0]
    column = [row_texts(row)[5] for row in rows_of(scene, "seats").values()]
    assert column == ["? most gems of a kind", "?", "4. no gems", "? no gems"]


def test_the_picture_is_about_where_most_has_happened() -> None:
    """The room of a fight, else a room that has changed hands or is new; the hall without any."""
    before = begun()
    after = next_turn(before)

    def focus(*bodies: told.Body) -> str | None:
        return field_of(VIEW.scene(sight_of(before, after, ALL, *bodies))).focus

    assert focus() == "r60"
    after.rooms[9, :2] = 1, 0
    assert focus() == "r9"
    assert focus(BEGAN, *KILLED) == "r7"


# The end.


def _result(
    finals: Sequence[told.FinalSeat],
    cause: EndCause = EndCause.LATE,
    forfeits: Sequence[int] = (),
    placements: Sequence[int] = (),
    **more: Any,
) -> Result:
    state = begun(len(finals))
    end = told.End(cause, 31, 5, tuple(finals))
    ranks = placements or [final.placement for final in finals]
    seats = tuple(
        FinalSeat(rank, final.gold, ForfeitCause.TIME if final.seat in forfeits else None)
        for rank, final in zip(ranks, finals, strict=True)
    )
    sight = sight_of(state, next_turn(state), PUBLIC, end)
    return VIEW.result(sight, MatchEnd("the rules ended the match", seats, **more))


def _final(seat: int, gold: int, kinds: tuple[int, ...], placement: int) -> told.FinalSeat:
    gems = (int(0 in kinds), int(1 in kinds))
    return told.FinalSeat(seat, gems, gold, 1, 1, kinds, 0, placement)


LATE = "The dice end the match after turn 31."


@pytest.mark.parametrize(
    ("finals", "score", "reason"),
    [
        (
            FINALS,
            "",
            "bob has the most rubies, and with 48 gold the most of those who lead a kind. "
            "cid has 100 gold, but leads no kind of gem.",
        ),
        (
            (_final(0, 9, (0, 1), 1), _final(1, 6, (), 2)),
            "",
            "ada has the most rubies and sapphires, and nobody else leads a kind of gem.",
        ),
        (
            (_final(0, 9, (), 2), _final(1, 6, (1,), 1)),
            "",
            "bob has the most sapphires, and nobody else leads a kind of gem. "
            "ada has 9 gold, but leads no kind of gem.",
        ),
        (
            (_final(0, 6, (0,), 2), _final(1, 9, (1,), 1)),
            "9 : 6",
            "bob has the most sapphires, and with 9 gold the most of those who lead a kind.",
        ),
        (
            (_final(0, 6, (0,), 1), _final(1, 6, (1,), 2)),
            "",
            "ada has the most rubies and 6 gold, and wins the tie by its place on a board.",
        ),
        (
            (_final(0, 6, (), 2), _final(1, 9, (), 1)),
            "9 : 6",
            "Nobody has a gem, so gold decides: bob has the most gold, with 9.",
        ),
        (
            (_final(0, 6, (), 2), _final(1, 6, (), 1)),
            "",
            "Nobody has a gem, so gold decides: of those with 6, bob is first on the board for ties.",
        ),
    ],
    ids=["example", "alone", "richer", "both", "tie", "no gems", "no gems, tie"],
)
def test_who_has_won_and_why(finals: Sequence[told.FinalSeat], score: str, reason: str) -> None:
    """PG-7.2 to PG-7.4; a score only where gold alone decides between two."""
    result = _result(finals)
    (winner,) = (final.seat for final in finals if final.placement == 1)
    assert result.winners == (winner,)
    assert spans_text(result.headline) == f"{NAMES[winner]} wins"
    assert (result.score, result.reason) == (score, f"{reason} {LATE}")


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (EndCause.EXPLORED, "All rooms are explored, so the match ends after turn 31."),
        (EndCause.FEW_ROOMS, "With few rooms unexplored, the dice end the match after turn 31."),
        (EndCause.LATE, LATE),
        (EndCause.NO_HEROES, "Nobody has a hero left, so the match ends after turn 31."),
        (EndCause.MAX_TURNS, "The match ends after turn 31, the last one there is."),
    ],
)
def test_why_it_is_over(cause: EndCause, expected: str) -> None:
    """PG-7.1."""
    assert _result(FINALS, cause).reason.endswith(f"kind of gem. {expected}")


def test_forfeits_are_named() -> None:
    """After the reason by the rules, or instead of it where the first of the rules has forfeited."""
    two = (_final(0, 9, (0, 1), 1), _final(1, 6, (), 2))
    told_both = _result(two, forfeits=[1])
    assert told_both.reason.startswith("ada has the most rubies and sapphires")
    assert told_both.reason.endswith(f"{LATE} bob missed too many deadlines.")
    assert told_both.score == ""
    other = _result(two, forfeits=[0], placements=[2, 1])
    assert (other.winners, other.score) == ((1,), "")
    assert other.reason == "The rules ended the match. ada missed too many deadlines."
    alone = _result(two, forfeits=[1], by_rules=False)
    assert (alone.score, alone.reason) == ("", "bob missed too many deadlines.")
    void = _result(two, placements=[0, 0], by_rules=False)
    assert (void.winners, spans_text(void.headline)) == ((), "No result")


def test_the_end_is_kept_for_the_last_message() -> None:
    """The outcome comes after the step with the End message, which has the numbers (PG-7.3)."""
    state = begun()
    end = told.End(EndCause.LATE, 31, 5, FINALS)
    sight = sight_of(state, next_turn(state), PUBLIC, end)
    after = VIEW.followed(sight, sight_of(None, next_turn(state), PUBLIC))
    story, scene = story_of(after)
    assert spans_text(story.headline) == "Turn 31 ends the match: the dice say so"
    assert story.sentences == ()
    assert story.score is not None
    assert [(one.value, one.rank) for one in story.score.seats] == [(41, 2), (48, 1), (100, 3), (22, 4)]  # fmt: skip
    assert row_texts(rows_of(scene, "seats")["s1"])[-1] == "1."


# How to play.


def _how_to(**fields: Any) -> tuple[str, ...]:
    return VIEW.how_to(plain_config(PLUGIN, ProvingGroundsConfig(**fields)))


def test_how_to_play() -> None:
    """Five lines, with the numbers of the match."""
    lines = _how_to()
    assert lines == VIEW.how_to(plain_config(PLUGIN, CONFIG))
    assert len(lines) == 5
    assert lines[3] == (
        "To win, have the most gems of some kind, and the most gold of all players who do. "
        "The most rooms and the most living heroes are worth 10 gold each."
    )
    assert lines[4] == (
        "The match ends when all rooms are explored, or after turn 60; when at most five rooms are unexplored "
        "and after turn 30, each turn is the last with a chance of 20 percent."
    )


def test_how_to_play_with_other_numbers() -> None:
    """What a config switches off is not explained."""
    plain = "The match ends when all rooms are explored, or after turn 20"
    assert _how_to(max_turns=20, end_rooms=0)[4] == f"{plain}."
    assert _how_to(max_turns=20, end_pct=0)[4] == f"{plain}."
    assert _how_to(max_turns=20, end_rooms=1, end_pct=7)[4] == (
        f"{plain}; when at most one room is unexplored, each turn is the last with a chance of 7 percent."
    )
    assert _how_to(bonus_gold=0)[3].endswith("of all players who do.")


def test_no_eyes_no_story() -> None:
    """Without an observation there is nothing to say."""
    sight = sight_of(None, begun(2), Eyes(0))
    blind = VIEW.followed(None, type(sight)({}, (), sight.config, sight.players))
    assert VIEW.story(blind, VIEW.scene(blind), ()).score is None
