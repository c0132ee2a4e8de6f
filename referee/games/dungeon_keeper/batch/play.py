"""Carries out batches of orders in many matches by one call (DK-4.2 to DK-4.11)."""

from __future__ import annotations

from referee.core.kernel import borrowing, kernel
from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.batch import numbers as n
from referee.games.dungeon_keeper.batch import tables as t
from referee.games.dungeon_keeper.batch.abilities import (
    afflict,
    breathe,
    cancel_blessing,
    cloud,
    heal_unit,
    purify,
    sacrifice,
    stream,
    subjugate,
)
from referee.games.dungeon_keeper.batch.archdemon_orders import (
    assign_spirit,
    cast,
    declare,
    equip,
    exchange,
    forge,
    research,
    summon,
    tower_shot,
    upgrade_source,
    upgrade_unit,
)
from referee.games.dungeon_keeper.batch.board import Board, board_at, copy_match
from referee.games.dungeon_keeper.batch.numbers import is_good
from referee.games.dungeon_keeper.batch.turns import end_turn, next_turn
from referee.games.dungeon_keeper.batch.unit_orders import (
    attack,
    build,
    capture,
    dig,
    mine,
    move,
    pick_up,
    repair,
    rest,
    use_rune,
)
from referee.games.dungeon_keeper.batch.units import can, find, has_given_up, unit
from referee.games.dungeon_keeper.columns import Ints, Longs
from referee.games.dungeon_keeper.rules.orders import kinds as o
from referee.games.dungeon_keeper.rules.orders.rulings import MOST_UNREAD
from referee.games.dungeon_keeper.tables import Code, Status
from referee.kit.rollout.dtypes import Bools

__all__ = ["play_all"]

_OK, _BAD_SCHEMA, _LIMIT = int(Code.OK), int(Code.BAD_SCHEMA), int(Code.LIMIT)
_MATCH_OVER, _NO_SUCH_UNIT = int(Code.MATCH_OVER), int(Code.NO_SUCH_UNIT)
_NOT_YOURS, _NO_ABILITY, _NO_AP = int(Code.NOT_YOURS), int(Code.NO_ABILITY), int(Code.NO_AP)
_EXHAUSTION, _FEARED, _POISONED = int(Status.EXHAUSTION), int(Status.FEAR), int(Status.POISON)

_MOVE, _ATTACK, _DIG, _MINE = (
    n.NUMBER[o.Move],
    n.NUMBER[o.Attack],
    n.NUMBER[o.Dig],
    n.NUMBER[o.Mine],
)
_BUILD, _REPAIR, _PICKUP = n.NUMBER[o.Build], n.NUMBER[o.Repair], n.NUMBER[o.Pickup]
_USE_RUNE, _CAPTURE, _REST = n.NUMBER[o.UseRune], n.NUMBER[o.Capture], n.NUMBER[o.Rest]
_HEAL, _PURIFY, _SACRIFICE = n.NUMBER[o.Heal], n.NUMBER[o.Purify], n.NUMBER[o.Sacrifice]
_BREATH, _STREAM, _CLOUD = n.NUMBER[o.FireBreath], n.NUMBER[o.FireStream], n.NUMBER[o.DeathCloud]
_SUBJUGATE, _EXHAUST, _FEAR = n.NUMBER[o.Subjugate], n.NUMBER[o.Exhaust], n.NUMBER[o.Fear]
_POISON, _CANCEL, _SUMMON = n.NUMBER[o.Poison], n.NUMBER[o.CancelBlessing], n.NUMBER[o.Summon]
_UPGRADE_UNIT, _UPGRADE_SOURCE = n.NUMBER[o.UpgradeUnit], n.NUMBER[o.UpgradeSource]
_RESEARCH, _CAST, _FORGE = n.NUMBER[o.Research], n.NUMBER[o.Cast], n.NUMBER[o.Forge]
_EQUIP, _ASSIGN, _EXCHANGE = n.NUMBER[o.Equip], n.NUMBER[o.AssignSpirit], n.NUMBER[o.Exchange]
_TOWER_SHOT, _ALLY, _UNALLY = n.NUMBER[o.TowerShot], n.NUMBER[o.Ally], n.NUMBER[o.Unally]


@borrowing
def _by_unit(b: Board, seat: int, at: int, row: Ints, p: int) -> int:
    """Return the code of a unit's order, and carry it out if that is OK (DK-4.10).

    Args:
        b: The match.
        seat: Seat that gives the order.
        at: Row of the unit, which is able and obeys.
        row: int32[column]: the batch in numbers.
        p: Index of the order's kind.
    """
    kind, one, two, three = row[p], int(row[p + 2]), int(row[p + 3]), int(row[p + 4])
    if kind == _MOVE:
        return move(b, at, one, two)
    if kind == _ATTACK:
        return attack(b, seat, at, find(b, one), two, three, int(row[p + 5]))
    if kind == _DIG:
        return dig(b, at, one, two)
    if kind == _MINE:
        return mine(b, seat, at, one, two)
    if kind == _BUILD:
        return build(b, seat, at, one, two, three)
    if kind == _REPAIR:
        return repair(b, seat, at, one, two)
    if kind == _PICKUP:
        return pick_up(b, seat, at, one, two, three)
    if kind == _USE_RUNE:
        return use_rune(b, seat, at, one)
    if kind == _CAPTURE:
        return capture(b, seat, at, one, two)
    if kind == _REST:
        return rest(b, seat, at, one, two)
    if kind == _BREATH:
        return breathe(b, at, one, two)
    if kind == _STREAM:
        return stream(b, at, one)
    if kind == _CLOUD:
        return cloud(b, seat, at, one, two)
    return _at_unit(b, seat, at, find(b, one), kind, two)


@borrowing
def _at_unit(b: Board, seat: int, at: int, target: int, kind: int, more: int) -> int:
    """Return the code of a unit's order at another unit, and carry it out if that is OK (DK-4.10)."""
    if kind == _HEAL:
        return heal_unit(b, seat, at, target)
    if kind == _PURIFY:
        return purify(b, seat, at, target)
    if kind == _SACRIFICE:
        return sacrifice(b, seat, at, target, more)
    if kind == _SUBJUGATE:
        return subjugate(b, seat, at, target)
    if kind == _EXHAUST:
        return afflict(b, seat, at, target, _EXHAUSTION)
    if kind == _FEAR:
        return afflict(b, seat, at, target, _FEARED)
    if kind == _POISON:
        return afflict(b, seat, at, target, _POISONED)
    return cancel_blessing(b, seat, at, target, more)


@borrowing
def _by_archdemon(b: Board, seat: int, row: Ints, p: int) -> int:
    """Return the code of an archdemon's order, and carry it out if that is OK (DK-4.11)."""
    kind, one, two, three = row[p], int(row[p + 1]), int(row[p + 2]), int(row[p + 3])
    if kind == _SUMMON:
        return summon(b, seat, one, two, three, int(row[p + 4]), int(row[p + 5]))
    if kind == _UPGRADE_UNIT:
        return upgrade_unit(b, seat, find(b, one), two)
    if kind == _UPGRADE_SOURCE:
        return upgrade_source(b, seat, one, two)
    if kind == _RESEARCH:
        return research(b, seat, one)
    if kind == _CAST:
        return cast(b, seat, one, find(b, two))
    if kind == _FORGE:
        return forge(b, seat, one)
    if kind == _EQUIP:
        return equip(b, seat, find(b, one), two)
    if kind == _ASSIGN:
        return assign_spirit(b, seat, find(b, one), two)
    if kind == _EXCHANGE:
        return exchange(b, seat, one, two)
    if kind == _TOWER_SHOT:
        return tower_shot(b, seat, one, two, find(b, three))
    return declare(b, seat, one, 1 if kind == _ALLY else 0)


@borrowing
def _carry_out(b: Board, seat: int, row: Ints, p: int) -> int:
    """Return the code of an order, and carry it out if that is OK (DK-4.7).

    The checks that all orders of units have come first: the unit is there, obeys, is able, and has
    the action points.
    """
    if not is_good(row, p):
        return _BAD_SCHEMA
    kind = row[p]
    if t.BY_UNIT[kind] == 0:
        return _by_archdemon(b, seat, row, p)
    at = find(b, int(row[p + 1]))
    if at == c.NO:
        return _NO_SUCH_UNIT
    if b.units[at, c.CONTROLLER] != seat:
        return _NOT_YOURS
    if t.ABILITY_OF[kind] != 0 and not can(b, at, t.ABILITY_OF[kind]):
        return _NO_ABILITY
    if unit(b, at, c.AP) < t.AP_OF[kind]:
        return _NO_AP
    return _by_unit(b, seat, at, row, p)


@borrowing
def _carry_out_batch(b: Board, seat: int, row: Ints) -> int:
    """Carry out a batch's orders one after another; return how many parts are refused (DK-4.3, DK-4.6).

    Orders after the end of the match are not counted, and of those beyond the limit the first 32.
    """
    count = int(row[n.COUNT])
    has_count = 0 <= count <= n.MOST
    refused = 1 if row[n.FLAGS] & n.IS_BAD != 0 or not has_count else 0
    unread = 0
    for place in range(count if has_count else 0):
        if b.match[c.OVER] != 0 or b.match[c.ORDERS] >= b.rules[c.MAX_ORDERS]:
            if unread == MOST_UNREAD:
                break
            unread += 1
            if b.match[c.OVER] == 0:
                refused += 1
            continue
        # Refused orders count as well, so a flood of them ends at the limit (DK-4.6).
        b.match[c.ORDERS] += 1
        if _carry_out(b, seat, row, n.FIRST + place * n.ORDER_WIDTH) != _OK:
            refused += 1
    return refused


@borrowing
def _play_batch(b: Board, row: Ints) -> int:
    """Carry out a batch of the acting seat, and play on to the next decision (DK-4.3).

    Returns:
        How many parts of the batch are refused.
    """
    seat, flags = int(b.match[c.ACTING]), row[n.FLAGS]
    # What the seat saw before the batch is kept, so that the next observation may be a delta (DK-4.13).
    b.match[c.SHOWN] = 1 if flags & n.DELTA != 0 else 0
    b.match[c.BATCH] += 1
    refused = _carry_out_batch(b, seat, row)
    # The last batch that a turn may have ends it (DK-4.3).
    ends = flags & n.END != 0 or b.match[c.BATCH] >= b.rules[c.MAX_BATCHES]
    if ends and b.match[c.OVER] == 0:
        end_turn(b, seat)
        next_turn(b)
    if b.match[c.OVER] != 0:
        b.match[c.ACTING] = c.NO
        b.match[c.SHOWN] = 0
    return refused


@kernel
def play_all(
    boards: Board,
    before: Board,
    rows: Longs,
    orders: Ints,
    is_alone: Bools,
    refused: Ints,
) -> None:
    """Carry out one decision point of each of the given matches.

    Args:
        boards: Arrays of all matches.
        before: The same matches before their batches; written.
        rows: int64[n]: indices of the matches to play, none of which is over.
        orders: int32[n, column]: batch of each acting seat in numbers.
        is_alone: bool[n]: whether the match must be played by the rules for one match: set for
            those that kernels can't play, which stay as they were; those set before are left out.
        refused: int32[n]: how many parts of each batch are refused; written.
    """
    for place in range(len(rows)):
        b, kept = board_at(boards, rows[place]), board_at(before, rows[place])
        if is_alone[place]:
            continue
        copy_match(kept, b)
        refused[place] = _play_batch(b, orders[place])
        if has_given_up(b):
            copy_match(b, kept)
            is_alone[place] = True
            refused[place] = 0
