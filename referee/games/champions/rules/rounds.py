"""The course of a match: phases, what follows battles, the end (CH-4.1, CH-5.31, CH-7.1)."""

from __future__ import annotations

from referee.core.kernel import borrowing, kernel
from referee.games.champions import columns as c
from referee.games.champions.columns import Board
from referee.games.champions.rules.battle import fight_battle
from referee.games.champions.rules.equipment import drop_stash, equip, strip_dead
from referee.games.champions.rules.fight import Fight, new_fight
from referee.games.champions.rules.ground import (
    deal_tiles,
    due_size,
    fill_pools,
    num_in_play,
    seats_on,
    shrink,
    tile_of,
)
from referee.games.champions.rules.log import everybody, note, refuse, refuse_surplus
from referee.games.champions.rules.looting import loot
from referee.games.champions.rules.orders import Orders
from referee.games.champions.rules.pairing import fights_in, num_living, pair
from referee.games.champions.rules.sets import Picks, new_picks, read_picks
from referee.games.champions.tables import NUM_TYPES, START_HEALTH, RefusalCode

__all__ = ["acts", "begin", "play", "play_orders"]

_MOVE_BAD = RefusalCode.MOVE_BAD.value
_MOVE_OFF_MAP = RefusalCode.MOVE_OFF_MAP.value


@kernel
def begin(b: Board) -> None:
    """Set up a new match in blank arrays: map, positions, health and pools (section 2)."""
    b.match[c.ROUND] = 1
    b.match[c.SIZE] = due_size(len(b.seats))
    b.match[c.PHASE] = c.MOVE
    b.seats[:, c.ALIVE] = 1
    b.health[:] = START_HEALTH
    b.battles[:] = -1
    deal_tiles(b)
    fill_pools(b, 0)


@kernel
def play(b: Board, orders: Orders) -> None:
    """Carry out one decision point: the phase that is open, up to the next decision.

    Args:
        b: The match.
        orders: Orders of all acting seats.
    """
    # Made in here, so that they are no arguments: each array of a call from Python costs time.
    picks = new_picks(len(b.seats) if b.match[c.PHASE] == c.BATTLE else 0)
    play_orders(b, orders, picks, new_fight())


@borrowing
def acts(b: Board, seat: int) -> bool:
    """Return whether a seat must decide in the open phase (CH-4.1)."""
    if b.match[c.PHASE] == c.OVER or b.seats[seat, c.ALIVE] == 0:
        return False
    if b.match[c.PHASE] != c.BATTLE:
        return True
    fights = False
    for battle in range(b.match[c.NUM_BATTLES]):
        fights = fights or fights_in(b, battle, seat)
    return fights


@kernel
def play_orders(b: Board, orders: Orders, picks: Picks, fight: Fight) -> None:
    """Carry out one decision point: the phase that is open, up to the next decision.

    Args:
        b: The match.
        orders: Orders of all acting seats.
        picks: Working array; in the phase BATTLE it must be as `new_picks` makes it.
        fight: Working array, with any content.
    """
    b.log[c.LOG_SIZE] = c.LOG_ENTRIES
    for seat in range(len(b.seats)):
        if acts(b, seat):
            # Before the phase is carried out: afterwards other seats act, or none.
            head = orders.heads[seat]
            if head[c.WHOLE]:
                refuse(b, seat, int(head[c.WHOLE]), -1, -1)
            else:
                refuse_surplus(b, seat, int(head[c.COUNT]), -1, int(head[c.SURPLUS]))
    phase = b.match[c.PHASE]
    if phase == c.MOVE:
        _move(b, orders)
        b.match[c.PHASE] = c.LOOT
    elif phase == c.LOOT:
        loot(b, orders)
        b.match[c.PHASE] = c.EQUIP
    elif phase == c.EQUIP:
        equip(b, orders)
        pair(b)
        b.match[c.PHASE] = c.BATTLE
        # Without battles nobody decides in BATTLE, so the round ends within this step.
        if b.match[c.NUM_BATTLES] == 0:
            _end_round(b)
    else:
        read_picks(b, orders, picks)
        _fight(b, picks, fight)
        _end_round(b)


@borrowing
def _move(b: Board, orders: Orders) -> None:
    """Carry out the moves of all seats at once, and refuse bad ones (CH-4.3, CH-5.1)."""
    size = b.match[c.SIZE]
    for seat in range(len(b.seats)):
        if b.seats[seat, c.ALIVE] == 0 or orders.heads[seat, c.WHOLE]:
            continue
        dr, dc = int(orders.numbers[seat, 0]), int(orders.numbers[seat, 1])
        if not (-1 <= dr <= 1 and -1 <= dc <= 1):
            refuse(b, seat, _MOVE_BAD, -1, -1)
            continue
        row, col = b.seats[seat, c.ROW] + dr, b.seats[seat, c.COL] + dc
        # Seats don't block each other, so moving one after another is the same as moving all at
        # once.
        if 0 <= row < size and 0 <= col < size:
            b.seats[seat, c.ROW], b.seats[seat, c.COL] = row, col
        else:
            refuse(b, seat, _MOVE_OFF_MAP, -1, -1)


@kernel
def _fight(b: Board, picks: Picks, fight: Fight) -> None:
    """Fight all battles with the fighters in `picks`, store the results, and log deaths (CH-5.31 step 1).

    `fight` is a working array, with any content before.
    """
    # No champion is in two battles, so what one writes back no other one reads.
    for battle in range(b.match[c.NUM_BATTLES]):
        fight_battle(b, battle, picks, fight)
        for place in range(4):
            if fight.types[place] >= 0:
                seat = int(b.battles[battle, place // 2])
                rival = int(b.battles[battle, 1 - place // 2])
                b.health[seat, fight.types[place]] = fight.health[place]
                if fight.health[place] == 0:
                    b.seats[rival, c.KILLS] += 1
        for side in range(2):
            b.seats[b.battles[battle, side], c.DAMAGE] += fight.side_damage[side]
    for seat in range(len(b.seats)):
        for champion in range(NUM_TYPES):
            # Before eliminations: a seat that is out stands on no tile, so nobody would be
            # notified.
            if picks.battle[seat, champion] >= 0 and b.health[seat, champion] == 0:
                note(b, c.CHAMPION_DIED, seats_on(b, tile_of(b, seat)), seat, champion)


@kernel
def _end_round(b: Board) -> None:
    """Carry out steps 2 to 6 of CH-5.31, which follow the battles of a round.

    Items of the dead return to stashes, seats are eliminated, the match ends or the map shrinks,
    and the next round begins.
    """
    for seat in range(len(b.seats)):
        if b.seats[seat, c.ALIVE]:
            # Before eliminations, so that items in slots drop with the rest of the stash.
            strip_dead(b, seat)
    _eliminate(b)
    b.match[c.NUM_BATTLES] = 0
    b.battles[:] = -1
    if num_in_play(b) <= 1 or b.match[c.ROUND] == b.rules[c.MAX_ROUNDS]:
        b.match[c.PHASE] = c.OVER
        return
    b.match[c.STAGE_AGE] += 1
    if shrink(b):
        fill_pools(b, b.match[c.ROUND])
    b.match[c.ROUND] += 1
    b.match[c.PHASE] = c.MOVE


@borrowing
def _eliminate(b: Board) -> None:
    """Eliminate the seats without a living champion.

    Their stashes drop onto their tiles (CH-5.34).
    """
    for seat in range(len(b.seats)):
        if b.seats[seat, c.ALIVE] and num_living(b, seat) == 0:
            # While the seat still stands on its tile: below, its row and column become -1.
            drop_stash(b, seat, tile_of(b, seat))
            note(b, c.ELIMINATED, everybody(b), seat, int(b.match[c.ROUND]))
            b.seats[seat, c.ALIVE] = 0
            b.seats[seat, c.ROW] = -1
            b.seats[seat, c.COL] = -1
            b.seats[seat, c.OUT_ROUND] = b.match[c.ROUND]
