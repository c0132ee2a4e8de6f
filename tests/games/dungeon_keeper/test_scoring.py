"""Scores and placements, by DK-7.3 and DK-7.4, computed by hand."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat.deaths import destroy_building
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.scoring import outcome_of, scores_of
from referee.games.dungeon_keeper.tables import NEUTRAL, Artifact, Building, Kind
from tests.games.dungeon_keeper.positions import add, build, open_board


def poor(num_seats: int = 2) -> Play:
    """A board on which nobody has anything."""
    play = open_board(num_seats=num_seats)
    play.state.seats[:, c.STOCKS : c.STORE] = 0
    return play


def test_every_term_of_the_score() -> None:
    """One thing after another, each adding what DK-7.3 says."""
    play = poor()
    state = play.state
    points = [scores_of(state)[0]]

    def note() -> None:
        points.append(scores_of(state)[0] - sum(points))

    build(play, 0, Building.ALTAR, (0, 0), hp=61)
    note()  # 2 per hit point
    state.seats[0, c.ALTAR_DAMAGE] = 7
    note()  # 3 per hit point
    build(play, 0, Building.SOURCE, (0, 2), level=3)
    build(play, 0, Building.SOURCE, (0, 4), level=1)
    note()  # 20 per level
    add(play, 0, Kind.IMP, (4, 4))
    add(play, 0, Kind.YAFALEN, (4, 4), artifacts=[Artifact.SWORD, Artifact.CROWN])
    note()  # 1 + 116, and 10 for each artifact
    state.seats[0, c.STORE + Artifact.AMULET] = 2
    note()  # 10 each
    state.seats[0, [c.RUNES, c.RUNES + 2]] = 1
    note()  # 10 each
    state.seats[0, [c.GOLD, c.IRON, c.MANA, c.TALDEAR]] = 25, 3, 1, 2
    note()  # (25 + 3 + 1 + 20) // 10
    assert points == [0, 122, 21, 80, 137, 20, 20, 4]
    assert scores_of(state)[1] == 0


def test_what_is_not_worth_anything() -> None:
    """Others' and nobody's things, other buildings, spirits and spells."""
    play = poor()
    build(play, 1, Building.ALTAR, (0, 0))
    build(play, NEUTRAL, Building.SOURCE, (0, 2), level=9)
    build(play, 0, Building.ARMOURY, (0, 4))
    add(play, 1, Kind.KERUB, (4, 4), controller=0)
    play.state.seats[0, c.SPIRITS_HELD : c.RUNES] = 1
    play.state.seats[0, c.SPELLS : c.SERIAL] = 1
    assert scores_of(play.state) == (0, 200 + 36)


def test_equal_scores_share_the_better_place() -> None:
    """1, 1, 3 (DK-7.4)."""
    play = poor(3)
    play.state.seats[[0, 2], c.GOLD] = 100
    outcome = outcome_of(play.state)
    assert outcome.scores == (10, 0, 10)
    assert outcome.placements == (1, 3, 1)


def test_who_is_out_comes_after_all_that_live() -> None:
    """The last to fall first, whatever the scores were; a score is 0 then."""
    play = poor(4)
    for seat in range(4):
        build(play, seat, Building.ALTAR, (0, seat))
    play.state.seats[[1, 3], c.GOLD] = 10_000
    destroy_building(play, 0, 3, by=0)
    assert outcome_of(play.state).placements == (2, 1, 2, 4)
    destroy_building(play, 0, 1, by=0)
    play.state.seats[:, c.ALTAR_DAMAGE] = 50
    outcome = outcome_of(play.state)
    assert outcome.placements == (1, 3, 1, 4)
    assert outcome.scores == (350, 0, 350, 0)
