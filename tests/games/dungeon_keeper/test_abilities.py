"""What units do to one unit: heal, purify, exhaust, fear, poison, cancel_blessing (DK-4.10)."""

from __future__ import annotations

import pytest

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat import abilities, statuses
from referee.games.dungeon_keeper.rules.events import (
    Healed,
    Rolled,
    Spot,
    StatusAdded,
    StatusRemoved,
)
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.tables import Kind, Roll, Status
from tests.games.dungeon_keeper.positions import (
    add,
    aimed,
    dice_left,
    open_board,
    script,
    told,
    value,
)

_USER, _TARGET = Spot(100001, 4, 4), Spot(200001, 4, 5)


@pytest.mark.parametrize(("hp", "gained"), [(4, 3), (18, 2)], ids=["3", "up to full"])
def test_heal(hp: int, gained: int) -> None:
    """DK-4.10: +3 hp, never above the maximum."""
    play = open_board()
    priest = add(play, 0, Kind.PRIEST, (4, 4))
    kerub = add(play, 0, Kind.KERUB, (4, 5), hp=hp)

    abilities.heal(aimed(play, o.Heal, priest, target=kerub))

    assert value(play, kerub, c.HP) == hp + gained
    assert play.log == [Healed(Spot(100002, 4, 5), gained)]


def test_purify() -> None:
    """DK-5.45."""
    play = open_board()
    priest = add(play, 0, Kind.PRIEST, (4, 4))
    kerub = add(play, 0, Kind.KERUB, (4, 5), poison_turns=3, poison_source=1)

    abilities.purify(aimed(play, o.Purify, priest, target=kerub))

    assert play.log == [StatusRemoved(Spot(100002, 4, 5), Status.POISON, source=1)]
    assert play.state.units[kerub, [c.POISON_TURNS, c.POISON_SOURCE]].tolist() == [0, c.NO]


def test_exhaust() -> None:
    """DK-5.40: no roll of the user."""
    play = open_board()
    lich = add(play, 0, Kind.LICH, (4, 4))
    kerub = add(play, 1, Kind.KERUB, (4, 5))
    script(play, 1)

    abilities.exhaust(aimed(play, o.Exhaust, lich, target=kerub))

    assert play.log == [StatusAdded(_TARGET, Status.EXHAUSTION, source=0)]
    assert dice_left(play) == 1


def test_exhaustion_may_be_absorbed() -> None:
    """DK-5.47."""
    play = open_board()
    lich = add(play, 0, Kind.LICH, (4, 4))
    aggel = add(play, 1, Kind.AGGEL, (4, 5), hp=20)
    script(play, 50)

    abilities.exhaust(aimed(play, o.Exhaust, lich, target=aggel))

    assert play.log == [Rolled(_TARGET, Roll.CURSE_ABSORPTION, 50, 50), Healed(_TARGET, 2)]


@pytest.mark.parametrize(
    ("dice", "count"),
    [((51,), 0), ((50, 50), 0), ((50, 51), 1)],
    ids=["fails", "absorbed", "frightened"],
)
def test_fear(dice: tuple[int, ...], count: int) -> None:
    """DK-5.43: the user's roll first, then absorption; none if the user failed."""
    play = open_board()
    lich = add(play, 0, Kind.LICH, (4, 4))
    yafalen = add(play, 1, Kind.YAFALEN, (4, 5))
    script(play, *dice)

    abilities.fear(aimed(play, o.Fear, lich, target=yafalen))

    rolls = [(body.unit, body.roll) for body in told(play, Rolled)]
    assert rolls == [(_USER, Roll.FEAR), (_TARGET, Roll.CURSE_ABSORPTION)][: len(dice)]
    assert value(play, yafalen, c.FEAR) == count
    assert told(play, StatusAdded) == [StatusAdded(_TARGET, Status.FEAR, source=0)] * count
    assert dice_left(play) == 0


def test_fear_adds_up() -> None:
    """DK-5.43."""
    play = open_board()
    lich = add(play, 0, Kind.LICH, (4, 4))
    bes = add(play, 1, Kind.BES, (4, 5))
    script(play, 1, 1, 1)

    for _ in range(3):
        abilities.fear(aimed(play, o.Fear, lich, target=bes))

    assert value(play, bes, c.FEAR) == 3


def test_poison_is_prolonged_and_never_absorbed() -> None:
    """DK-8.8, DK-5.44: turns 3, then 6, no dice at all, source of who came last."""
    play = open_board(num_seats=3)
    kadet = add(play, 0, Kind.KADET, (4, 4))
    other = add(play, 1, Kind.KADET, (3, 3), controller=2)
    aggel = add(play, 1, Kind.AGGEL, (4, 5), statuses={Status.MAGIC_ABSORPTION: 1})
    script(play, 1)

    poisoned = []
    for user in (kadet, other):
        abilities.poison(aimed(play, o.Poison, user, target=aggel))
        poisoned.append(play.state.units[aggel, [c.POISON_TURNS, c.POISON_SOURCE]].tolist())

    assert poisoned == [[3, 0], [6, 2]]
    assert dice_left(play) == 1


@pytest.mark.parametrize(("die", "left"), [(50, False), (51, True)])
def test_cancel_blessing(die: int, left: bool) -> None:
    """DK-5.46: the buff that was named, at 50 percent; AP from haste stay, absorption is not asked."""
    play = open_board()
    succubus = add(play, 0, Kind.SUCCUBUS, (4, 4))
    aggel = add(play, 1, Kind.AGGEL, (4, 5), statuses={Status.HASTE: 1, Status.RAGE: 1}, ap=5)
    script(play, die)

    abilities.cancel_blessing(aimed(play, o.CancelBlessing, succubus, Status.HASTE, target=aggel))

    assert statuses.has_status(play.state, aggel, Status.HASTE) == left
    assert statuses.has_status(play.state, aggel, Status.RAGE)
    assert value(play, aggel, c.AP) == 5
    gone = [] if left else [StatusRemoved(_TARGET, Status.HASTE, source=1)]
    assert play.log == [Rolled(_USER, Roll.CANCEL_BLESSING, die, 50), *gone]
