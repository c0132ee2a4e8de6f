"""Statuses, absorption and luck (DK-5.40 to DK-5.48)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.board.units import attack_of, defence_of
from referee.games.dungeon_keeper.rules.combat import statuses
from referee.games.dungeon_keeper.rules.events import (
    Healed,
    Rolled,
    Spot,
    StatusAdded,
    StatusRemoved,
)
from referee.games.dungeon_keeper.tables import Artifact, Kind, Roll, Spirit, Status
from tests.games.dungeon_keeper.positions import add, dice_left, open_board, script, told, value

_HERE = Spot(100001, 4, 4)


@pytest.mark.parametrize(
    ("status", "attack", "defence"),
    [
        (Status.HASTE, 0, 0),
        (Status.SLOW, 0, 0),
        (Status.RAGE, 1, 0),
        (Status.WEAKNESS, -1, 0),
        (Status.IRON_SKIN, 0, 1),
        (Status.CORRUPTION, 0, -1),
        (Status.EXHAUSTION, -1, -1),
        (Status.BERSERK, 0, 0),
        (Status.LUCK, 0, 0),
        (Status.CURSED_BLADE, 0, -1),
        (Status.FEAR, 0, 0),
        (Status.POISON, 0, 0),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Status) else None,
)
def test_what_a_status_does_to_a_unit(status: Status, attack: int, defence: int) -> None:
    """DK-3.8, DK-5.40: a kerub has attack 5 and defence 3."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4))

    statuses.add_status(play, kerub, status, 1)

    assert attack_of(play.state, kerub) == 5 + attack
    assert defence_of(play.state, kerub) == 3 + defence
    assert statuses.has_status(play.state, kerub, status)
    assert play.log == [StatusAdded(_HERE, status, source=1)]


def test_attack_and_defence_never_fall_below_zero() -> None:
    """DK-3.8: an imp has attack 1 and defence 0."""
    play = open_board()
    imp = add(play, 0, Kind.IMP, (4, 4), statuses={Status.WEAKNESS: 1, Status.EXHAUSTION: 1})

    assert (attack_of(play.state, imp), defence_of(play.state, imp)) == (0, 0)


def test_another_source_takes_a_status_over() -> None:
    """DK-5.41: it carries the new source, and ends with that."""
    play = open_board(num_seats=3)
    kerub = add(play, 0, Kind.KERUB, (4, 4), statuses={Status.EXHAUSTION: 1})

    statuses.add_status(play, kerub, Status.EXHAUSTION, 2)
    statuses.expire(play, 1)
    assert statuses.has_status(play.state, kerub, Status.EXHAUSTION)
    statuses.expire(play, 2)

    assert not statuses.has_status(play.state, kerub, Status.EXHAUSTION)
    assert told(play, StatusRemoved) == [StatusRemoved(_HERE, Status.EXHAUSTION, source=2)]


def test_expiry_is_for_what_comes_from_the_seat() -> None:
    """DK-5.1 step 2: on any unit of the board, in the order of ids; not poison, not fear."""
    play = open_board()
    enemy = add(play, 1, Kind.BES, (5, 5), statuses={Status.SLOW: 0})
    own = add(
        play,
        0,
        Kind.KERUB,
        (4, 4),
        statuses={Status.LUCK: 0, Status.RAGE: 0, Status.WEAKNESS: 1},
        poison_turns=3,
        poison_source=0,
        fear=2,
    )

    statuses.expire(play, 0)

    assert play.log == [
        StatusRemoved(_HERE, Status.RAGE, source=0),
        StatusRemoved(_HERE, Status.LUCK, source=0),
        StatusRemoved(Spot(200001, 5, 5), Status.SLOW, source=0),
    ]
    assert statuses.has_status(play.state, own, Status.WEAKNESS)
    assert (value(play, own, c.POISON_TURNS), value(play, own, c.FEAR)) == (3, 2)
    assert not statuses.has_curse(play.state, enemy)


def test_the_blade_ends_with_all_its_stacks() -> None:
    """DK-5.42: a turn less at each start of its source's turn, then nothing."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4))
    for _ in range(2):
        statuses.add_status(play, kerub, Status.CURSED_BLADE, 1)
    play.log.clear()

    statuses.expire(play, 0)
    statuses.expire(play, 1)
    blade = [c.BLADE_STACKS, c.BLADE_TURNS, c.BLADE_SOURCE]
    assert play.state.units[kerub, blade].tolist() == [2, 1, 1]
    assert play.log == []
    statuses.expire(play, 1)

    assert play.state.units[kerub, blade].tolist() == [0, 0, c.NO]
    assert play.log == [StatusRemoved(_HERE, Status.CURSED_BLADE, source=1)]
    statuses.expire(play, 1)
    assert len(play.log) == 1


def test_the_blade_belongs_to_who_struck_last() -> None:
    """DK-5.42: one source for all stacks."""
    play = open_board(num_seats=3)
    kerub = add(play, 0, Kind.KERUB, (4, 4))

    statuses.add_status(play, kerub, Status.CURSED_BLADE, 1)
    statuses.add_status(play, kerub, Status.CURSED_BLADE, 2)

    assert value(play, kerub, c.BLADE_STACKS) == 2
    assert value(play, kerub, c.BLADE_SOURCE) == 2


def test_removing_one_count_leaves_the_others() -> None:
    """DK-5.42 to DK-5.44: blade, fear and poison have nothing to do with each other."""
    play = open_board()
    columns = [c.BLADE_STACKS, c.BLADE_TURNS, c.FEAR, c.POISON_TURNS]
    kerub = add(play, 0, Kind.KERUB, (4, 4), blade_source=1, poison_source=1)
    play.state.units[kerub, columns] = (2, 3, 4, 5)

    left = []
    for status in (Status.FEAR, Status.POISON, Status.CURSED_BLADE):
        statuses.remove_status(play, kerub, status)
        left.append(play.state.units[kerub, columns].tolist())

    assert left == [[2, 3, 0, 5], [2, 3, 0, 0], [0, 0, 0, 0]]


def test_purging_takes_curses_and_poison_alone() -> None:
    """DK-5.45: everything named there, no buff; in the order of the table of statuses."""
    play = open_board()
    every = {Status(number): 1 for number in range(Status.CURSED_BLADE)}
    kerub = add(
        play,
        0,
        Kind.KERUB,
        (4, 4),
        statuses=every,
        blade_stacks=2,
        blade_turns=2,
        blade_source=1,
        fear=2,
        poison_turns=4,
        poison_source=1,
    )

    assert statuses.purge(play, kerub)

    curses = [Status.SLOW, Status.WEAKNESS, Status.CORRUPTION, Status.EXHAUSTION]
    assert play.log == [
        *[StatusRemoved(_HERE, status, source=1) for status in curses],
        StatusRemoved(_HERE, Status.CURSED_BLADE, source=1),
        StatusRemoved(_HERE, Status.FEAR, source=None),
        StatusRemoved(_HERE, Status.POISON, source=1),
    ]
    left = [status for status in every if statuses.has_status(play.state, kerub, status)]
    assert left == [
        Status.HASTE,
        Status.RAGE,
        Status.IRON_SKIN,
        Status.BERSERK,
        Status.MAGIC_ABSORPTION,
        Status.GHOSTLINESS,
        Status.LUCK,
    ]
    assert not statuses.purge(play, kerub)


@pytest.mark.parametrize(
    ("status", "is_curse"),
    [
        (Status.HASTE, False),
        (Status.SLOW, True),
        (Status.RAGE, False),
        (Status.WEAKNESS, True),
        (Status.IRON_SKIN, False),
        (Status.CORRUPTION, True),
        (Status.EXHAUSTION, True),
        (Status.BERSERK, False),
        (Status.MAGIC_ABSORPTION, False),
        (Status.GHOSTLINESS, False),
        (Status.LUCK, False),
        (Status.CURSED_BLADE, True),
        (Status.FEAR, True),
        (Status.POISON, True),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Status) else None,
)
def test_what_there_is_to_purge(status: Status, is_curse: bool) -> None:
    """DK-5.45."""
    play = open_board()
    kerub = add(play, 0, Kind.KERUB, (4, 4))
    assert not statuses.has_curse(play.state, kerub)

    statuses.add_status(play, kerub, status, 1)

    assert statuses.has_curse(play.state, kerub) == is_curse


@pytest.mark.parametrize(
    ("kind", "buffs", "dice", "absorbed", "rolls"),
    [
        (Kind.KERUB, [], [], False, []),
        (Kind.AGGEL, [], [50], True, [Roll.CURSE_ABSORPTION]),
        (Kind.AGGEL, [], [51], False, [Roll.CURSE_ABSORPTION]),
        (Kind.KERUB, [Status.MAGIC_ABSORPTION], [50], True, [Roll.MAGIC_ABSORPTION]),
        (Kind.KERUB, [Status.MAGIC_ABSORPTION], [51], False, [Roll.MAGIC_ABSORPTION]),
        (Kind.AGGEL, [Status.MAGIC_ABSORPTION], [50], True, [Roll.CURSE_ABSORPTION]),
        (
            Kind.AGGEL,
            [Status.MAGIC_ABSORPTION],
            [51, 50],
            True,
            [Roll.CURSE_ABSORPTION, Roll.MAGIC_ABSORPTION],
        ),
        (
            Kind.AGGEL,
            [Status.MAGIC_ABSORPTION],
            [51, 51],
            False,
            [Roll.CURSE_ABSORPTION, Roll.MAGIC_ABSORPTION],
        ),
        (Kind.AGGEL, [Status.LUCK], [70], True, [Roll.CURSE_ABSORPTION]),
    ],
)
def test_absorption(
    kind: Kind, buffs: list[Status], dice: list[int], absorbed: bool, rolls: list[Roll]
) -> None:
    """DK-5.47: the ability, then the spell if that failed; two hit points once."""
    play = open_board()
    at = add(play, 0, kind, (4, 4), statuses=dict.fromkeys(buffs, 0), hp=10)
    script(play, *dice)

    assert statuses.absorbs(play, at) == absorbed

    assert [body.roll for body in told(play, Rolled)] == rolls
    assert value(play, at, c.HP) == (12 if absorbed else 10)
    assert dice_left(play) == 0


def test_absorption_heals_no_further_than_full() -> None:
    """DK-5.47: +2 up to the maximum; nobody is told of hit points that were not gained."""
    play = open_board()
    aggel = add(play, 0, Kind.AGGEL, (4, 4), hp=24)
    script(play, 1, 1)

    statuses.absorbs(play, aggel)
    statuses.absorbs(play, aggel)

    assert value(play, aggel, c.HP) == 25
    assert told(play, Healed) == [Healed(_HERE, 1)]


def test_amulets_and_life_make_room_for_more() -> None:
    """DK-3.8: bes 3 + 10 + 5."""
    play = open_board()
    bes = add(play, 0, Kind.BES, (4, 4), artifacts=[Artifact.AMULET], spirits=[Spirit.LIFE], hp=16)

    statuses.heal(play, bes, 3)

    assert value(play, bes, c.HP) == 18


@pytest.mark.parametrize(
    ("kind", "chance"),
    [
        (Roll.ZEAL, 50),
        (Roll.BERSERK, 50),
        (Roll.SUBJUGATE, 50),
        (Roll.FEAR, 50),
        (Roll.CANCEL_BLESSING, 50),
        (Roll.CURSE_ABSORPTION, 50),
        (Roll.MAGIC_ABSORPTION, 50),
        (Roll.GHOSTLINESS, 40),
        (Roll.CONTROL_RESISTANCE, 75),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Roll) else None,
)
def test_chances(kind: Roll, chance: int) -> None:
    """DK-2.6, DK-5.48: d100 <= p; luck adds 20 points to every one of them."""
    play = open_board()
    plain = add(play, 0, Kind.KERUB, (4, 4))
    lucky = add(play, 0, Kind.KERUB, (5, 5), statuses={Status.LUCK: 0})
    script(play, chance, chance + 1, chance + 20, chance + 21 if chance < 80 else 100)

    rolled = [statuses.roll(play, at, kind) for at in (plain, plain, lucky, lucky)]

    assert rolled == [True, False, True, False]
    assert [body.chance for body in told(play, Rolled)] == [chance] * 2 + [chance + 20] * 2
