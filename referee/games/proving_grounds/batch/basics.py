"""Facts of a match that many rules ask for: rooms, doors, heroes, dice and messages, as kernels."""

from __future__ import annotations

from referee.core.kernel import borrowing
from referee.core.rng import draw, substream
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.batch import layout as at
from referee.games.proving_grounds.batch import numbers as n
from referee.games.proving_grounds.batch.table import Table
from referee.games.proving_grounds.tables import THIEF_SKILL, UNARMED, HeroClass, Item, Stat

__all__ = [
    "arrive",
    "buys_at",
    "can_use",
    "carried_gems",
    "cut_mana",
    "d6",
    "damage_of",
    "door_place",
    "entry_room",
    "go_down",
    "has_creatures",
    "heroes_in",
    "home_of",
    "is_accessible",
    "is_alive",
    "is_hostile",
    "is_read",
    "knows",
    "max_mana",
    "note",
    "num_living",
    "num_rooms_of",
    "num_unexplored",
    "open_dice",
    "orders_at",
    "place_of",
    "prowess",
    "roll",
    "skill_of",
    "spiked_to",
    "wear",
]

_STR, _DEX, _INT, _INI = int(Stat.STR), int(Stat.DEX), int(Stat.INT), int(Stat.INI)
_CLERIC, _WIZARD = int(HeroClass.CLERIC), int(HeroClass.WIZARD)
_MANA_STONE, _KNOCK = int(Item.MANA_STONE), int(Item.KNOCK)
_WEAPON_KIND, _CHARM_KIND, _SPELL_KIND = 0, 2, 4


# Dice (PG-2.3).


@borrowing
def open_dice(m: Table, row: int, domain: int) -> None:
    """Use the dice stream that a domain names below the match seed; `go_down` adds further keys."""
    # `substream(seed, 0)` is how every stream begins.
    m.dice[0] = substream(substream(m.seed[row, 0], 0), domain)


@borrowing
def go_down(m: Table, key: int) -> None:
    """Use the stream that a key names below the one in use."""
    m.dice[0] = substream(m.dice[0], key)


@borrowing
def roll(m: Table, sides: int) -> int:
    """Return a number from 1 to `sides`, of the stream in use."""
    value, state = draw(m.dice[0], sides)
    m.dice[0] = state
    return value


@borrowing
def d6(m: Table, count: int) -> int:
    """Return the sum of this many six-sided dice, rolled one after the other."""
    total = 0
    for _ in range(count):
        total += roll(m, 6)
    return total


# Messages.


@borrowing
def buys_at(m: Table) -> int:
    """Return the column of a turn's number of purchases; see `layout.Shape`."""
    return int(at.HIRES + 2 * m.candidates.shape[1])


@borrowing
def orders_at(m: Table) -> int:
    """Return the column of a turn's number of hero orders; see `layout.Shape`."""
    return int(buys_at(m) + 1 + m.market.shape[1])


@borrowing
def is_read(m: Table, row: int, seat: int) -> bool:
    """Return whether a seat has sent a message that can be read."""
    return bool(m.answered[row, seat] and m.given[row, seat, at.FORM] == at.READ)


@borrowing
def note(m: Table, row: int, seat: int, code: int) -> None:
    """Count the result of a part of a seat's message, if its code says that the part was wrong in itself."""
    if n.IS_NOTICE[code]:
        m.refused[row, seat] += 1


# Rooms (PG-2.4, PG-2.5).


@borrowing
def entry_room(m: Table, row: int, seat: int) -> int:
    """Return a seat's entry room, in which its heroes appear (PG-2.4)."""
    width = int(m.rules[row, c.WIDTH])
    return seat * width * int(m.rules[row, c.DEPTH]) + width // 2


@borrowing
def home_of(m: Table, row: int, room: int) -> int:
    """Return the seat whose entry room this is; NONE if the room is no entry room."""
    width = int(m.rules[row, c.WIDTH])
    size = width * int(m.rules[row, c.DEPTH])
    seat = room // size
    if room - seat * size == width // 2 and seat < m.seats.shape[1]:
        return seat
    return c.NONE


@borrowing
def is_accessible(m: Table, row: int, seat: int, room: int) -> bool:
    """Return whether a seat's heroes may enter a room: not another seat's entry room (PG-5.12)."""
    home = home_of(m, row, room)
    return home == c.NONE or home == seat


@borrowing
def door_place(m: Table, row: int, room: int, other: int) -> int:
    """Return the place of the door from a room to another; NONE without a door."""
    if other < 0:
        return c.NONE
    for place in range(m.doors.shape[2]):
        if m.doors[row, room, place] == other:
            return place
    return c.NONE


@borrowing
def spiked_to(m: Table, row: int, room: int, other: int) -> bool:
    """Return whether the door between two neighbours is spiked."""
    return bool(m.spiked[row, room, door_place(m, row, room, other)])


@borrowing
def has_creatures(m: Table, row: int, room: int) -> bool:
    """Return whether there is a living creature in a room."""
    for place in range(m.creatures.shape[2]):
        if m.creatures[row, room, place, c.C_KIND] != c.NONE:
            return True
    return False


@borrowing
def is_hostile(m: Table, row: int, seat: int, room: int) -> bool:
    """Return whether a room holds a living creature or another seat's living hero (PG-3.6)."""
    if has_creatures(m, row, room):
        return True
    for of in range(m.seats.shape[1]):
        if of != seat:
            for hero in range(m.seats[row, of, c.NUM_HEROES]):
                if m.heroes[row, of, hero, c.ALIVE] and m.heroes[row, of, hero, c.ROOM] == room:
                    return True
    return False


@borrowing
def num_unexplored(m: Table, row: int) -> int:
    """Return U, the number of rooms that no hero has ever entered (PG-7.1)."""
    count = 0
    for room in range(m.rooms.shape[1]):
        if not m.rooms[row, room, c.EXPLORED]:
            count += 1
    return count


@borrowing
def num_rooms_of(m: Table, row: int, seat: int) -> int:
    """Return how many rooms a seat owns."""
    count = 0
    for room in range(m.rooms.shape[1]):
        if m.rooms[row, room, c.OWNER] == seat:
            count += 1
    return count


# Heroes (PG-3.1 to PG-3.3a).


@borrowing
def is_alive(m: Table, row: int, seat: int, hero: int) -> bool:
    """Return whether a seat has a living hero with this id; False for numbers that are no seat or id."""
    if seat < 0 or seat >= m.seats.shape[1] or hero < 0 or hero >= m.seats[row, seat, c.NUM_HEROES]:
        return False
    return bool(m.heroes[row, seat, hero, c.ALIVE])


@borrowing
def num_living(m: Table, row: int, seat: int) -> int:
    """Return how many living heroes a seat has."""
    count = 0
    for hero in range(m.seats[row, seat, c.NUM_HEROES]):
        if m.heroes[row, seat, hero, c.ALIVE]:
            count += 1
    return count


@borrowing
def heroes_in(m: Table, row: int, room: int, out: int) -> int:
    """List the living heroes in a room, in entry order (PG-3.3a); return their number.

    Their seats are written to the list `out` of `Table.listed`, their ids to the list behind it.
    """
    count = 0
    for seat in range(m.seats.shape[1]):
        for hero in range(m.seats[row, seat, c.NUM_HEROES]):
            if not m.heroes[row, seat, hero, c.ALIVE] or m.heroes[row, seat, hero, c.ROOM] != room:
                continue
            arrival = m.heroes[row, seat, hero, c.ARRIVAL]
            place = count
            while place > 0:
                of, other = m.listed[out, place - 1], m.listed[out + 1, place - 1]
                if m.heroes[row, of, other, c.ARRIVAL] < arrival:
                    break
                m.listed[out, place], m.listed[out + 1, place] = of, other
                place -= 1
            m.listed[out, place], m.listed[out + 1, place] = seat, hero
            count += 1
    return count


@borrowing
def arrive(m: Table, row: int, seat: int, hero: int, room: int) -> None:
    """Put a hero into a room, as the last in its entry order (PG-3.3a)."""
    arrivals = int(m.match[row, c.ARRIVALS]) + 1
    m.match[row, c.ARRIVALS] = arrivals
    m.heroes[row, seat, hero, c.ROOM] = room
    m.heroes[row, seat, hero, c.ARRIVAL] = arrivals


@borrowing
def max_mana(m: Table, row: int, seat: int, hero: int) -> int:
    """Return a hero's full Mana; 0 unless he is a Cleric or a Wizard."""
    kind = m.heroes[row, seat, hero, c.CLASS]
    if kind != _CLERIC and kind != _WIZARD:
        return 0
    full = int(m.heroes[row, seat, hero, c.STATS + _INT])
    if m.heroes[row, seat, hero, c.CHARM] == _MANA_STONE:
        full += int(n.ITEM_VALUES[_MANA_STONE, n.MANA])
    return full


@borrowing
def prowess(m: Table, row: int, seat: int, hero: int, column: int) -> int:
    """Return a value that worn items add to, a column of ITEM_VALUES: STRENGTH, DEXTERITY, INITIATIVE or ABSORB (PG-3.1)."""
    value = 0
    if column == n.STRENGTH:
        value = int(m.heroes[row, seat, hero, c.STATS + _STR])
    elif column == n.DEXTERITY:
        value = int(m.heroes[row, seat, hero, c.STATS + _DEX])
    elif column == n.INITIATIVE:
        value = int(m.heroes[row, seat, hero, c.STATS + _INI])
    for slot in range(c.WEAPON, c.BATTLEMAGIC):
        item = m.heroes[row, seat, hero, slot]
        if item != c.NONE:
            value += int(n.ITEM_VALUES[item, column])
    return value


@borrowing
def damage_of(m: Table, row: int, seat: int, hero: int) -> int:
    """Return the damage of a hero's hit: a part of his effective STR, by his weapon (PG-3.7)."""
    weapon = m.heroes[row, seat, hero, c.WEAPON]
    percent = UNARMED if weapon == c.NONE else int(n.ITEM_VALUES[weapon, n.WEAPON])
    return prowess(m, row, seat, hero, n.STRENGTH) * percent // 100


@borrowing
def skill_of(m: Table, row: int, seat: int, hero: int) -> int:
    """Return a hero's thief skill: effective DEX + 2 (PG-3.1)."""
    return prowess(m, row, seat, hero, n.DEXTERITY) + THIEF_SKILL


@borrowing
def carried_gems(m: Table, row: int, seat: int, kind: int) -> int:
    """Return a seat's gems of a kind: those in the vault and those with living heroes (PG-7.2)."""
    count = int(m.vault[row, seat, kind])
    for hero in range(m.seats[row, seat, c.NUM_HEROES]):
        if m.heroes[row, seat, hero, c.ALIVE]:
            count += int(m.hero_gems[row, seat, hero, kind])
    return count


@borrowing
def place_of(m: Table, row: int, board: int, seat: int) -> int:
    """Return a seat's place on a leader board, 1 at the top (PG-3.8)."""
    for place in range(m.seats.shape[1]):
        if m.boards[row, board, place] == seat:
            return 1 + place
    return 0


# Equipment (PG-3.7).


@borrowing
def can_use(m: Table, row: int, seat: int, hero: int, item: int) -> bool:
    """Return whether a hero's class can equip an item; always False for consumables."""
    return bool(n.ITEM_USERS[item, m.heroes[row, seat, hero, c.CLASS]])


@borrowing
def knows(m: Table, row: int, seat: int, hero: int, item: int) -> bool:
    """Return whether a hero has `item`, that of a regular spell, equipped."""
    return (int(m.heroes[row, seat, hero, c.SPELLS]) >> (item - _KNOCK)) & 1 == 1


@borrowing
def wear(m: Table, row: int, seat: int, hero: int, item: int) -> None:
    """Equip an item that is out of the stash; the item that was in its slot goes to the stash."""
    kind = int(n.ITEM_VALUES[item, n.KIND])
    if kind == _SPELL_KIND:
        m.heroes[row, seat, hero, c.SPELLS] |= 1 << (item - _KNOCK)
        return
    old = m.heroes[row, seat, hero, c.SLOTS + kind]
    m.heroes[row, seat, hero, c.SLOTS + kind] = item
    if old != c.NONE:
        # Only now that the new charm is on: a MANA_STONE in place of another must cut no Mana (PG-3.7).
        m.stash[row, seat, old] += 1
        if kind == _CHARM_KIND:
            cut_mana(m, row, seat, hero)


@borrowing
def cut_mana(m: Table, row: int, seat: int, hero: int) -> None:
    """Reduce a hero's Mana to its maximum, which is lower without a MANA_STONE (PG-3.7)."""
    most = max_mana(m, row, seat, hero)
    if m.heroes[row, seat, hero, c.MANA] > most:
        m.heroes[row, seat, hero, c.MANA] = most
