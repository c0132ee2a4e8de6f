"""Numbers of the columns that the kernels of `sights` write, their names, and the parts that they belong to."""

from __future__ import annotations

__all__ = ["NAMES", "PARTS"]

PARTS = ("", "own", "rooms", "dots", "offers")
"""Names of the parts of an observation, which begin the names of their columns; the first is the rest."""
HEADS, OWN, ROOMS, DOTS, OFFERS = range(5)

TURN, UNEXPLORED, OPEN_COUNT, OPEN, MARKET_COUNT, MARKET_SLOT, MARKET_ITEM = range(7)
CANDIDATES_COUNT, CANDIDATES_CANDIDATE, CANDIDATES_KIND, CANDIDATES_STATS = range(7, 11)
PLAYERS_GOLD, PLAYERS_GEMS, PLAYERS_HEROES, PLAYERS_ROOMS = range(11, 15)
BOARDS_COUNT, BOARDS_BOARD, BOARDS_SEATS_COUNT, BOARDS_SEATS = range(15, 19)
OWN_STASH_COUNT, OWN_STASH_ITEM, OWN_STASH_NUMBER, OWN_VAULT, HEROES_COUNT = range(19, 24)
HEROES_HERO, HEROES_KIND, HEROES_ROOM, HEROES_HP, HEROES_MAX_HP, HEROES_MANA = range(24, 30)
HEROES_MAX_MANA, HEROES_STATS, HEROES_ITEMS_COUNT, HEROES_ITEMS = range(30, 34)
HEROES_GEMS_COUNT, HEROES_GEMS, HEROES_GUARD, HEROES_POLICY, HEROES_ARRIVAL = range(34, 39)
ROOMS_IS_EXPLORED, ROOMS_OWNER_PRESENT, ROOMS_OWNER, ROOMS_SIDE, ROOMS_LEVEL = range(39, 44)
ROOMS_IS_TAPPED, ROOMS_HAS_TRAP_PRESENT, ROOMS_HAS_TRAP = range(44, 47)
ROOMS_HAS_CREATURES_PRESENT, ROOMS_HAS_CREATURES = range(47, 49)
ROOMS_COUNTS_COUNT, ROOMS_COUNTS_CREATURE, ROOMS_COUNTS_NUMBER = range(49, 52)
ROOMS_CREATURES_COUNT, ROOMS_CREATURES_CREATURE, ROOMS_CREATURES_HP = range(52, 55)
ROOMS_HOARD_PRESENT, ROOMS_HOARD_GOLD, ROOMS_HOARD_GEMS_COUNT, ROOMS_HOARD_GEMS = range(55, 59)
ROOMS_DOORS_COUNT, ROOMS_DOORS_ROOM = range(59, 61)
ROOMS_DOORS_SPIKED_PRESENT, ROOMS_DOORS_SPIKED = range(61, 63)
ROOMS_FLOOR_PRESENT, ROOMS_FLOOR_GOLD, ROOMS_FLOOR_GEMS_COUNT, ROOMS_FLOOR_GEMS = range(63, 67)
ROOMS_FLOOR_ITEMS_COUNT, ROOMS_FLOOR_ITEMS_ITEM, ROOMS_FLOOR_ITEMS_NUMBER = range(67, 70)
DOTS_COUNT, DOTS_SEAT, DOTS_SIDE, DOTS_HERO, DOTS_ROOM = range(70, 75)
DOTS_KIND_PRESENT, DOTS_KIND, DOTS_HP_PRESENT, DOTS_HP = range(75, 79)
OFFERS_COUNT, OFFERS_GIVER_SEAT, OFFERS_GIVER_HERO = range(79, 82)
OFFERS_TAKER_SEAT, OFFERS_TAKER_HERO = range(82, 84)
OFFERS_GIVE_GOLD, OFFERS_GIVE_GEMS_COUNT, OFFERS_GIVE_GEMS = range(84, 87)
OFFERS_GIVE_ITEM_PRESENT, OFFERS_GIVE_ITEM = range(87, 89)
GOODS_WIDTH = 5
"""Number of columns of one side of an offer; those of what is wanted follow."""

_GOODS = ("gold", "gems.count", "gems", "item.present", "item")
_HERO = (
    *("hero", "kind", "room", "hp", "max_hp", "mana", "max_mana", "stats", "items.count", "items"),
    *("gems.count", "gems", "guard", "policy", "arrival"),
)
_ROOM = (
    *("is_explored", "owner.present", "owner", "side", "level", "is_tapped"),
    *("has_trap.present", "has_trap", "has_creatures.present", "has_creatures"),
    *("counts.count", "counts.creature", "counts.number"),
    *("creatures.count", "creatures.creature", "creatures.hp"),
    *("hoard.present", "hoard.gold", "hoard.gems.count", "hoard.gems"),
    *("doors.count", "doors.room", "doors.is_spiked.present", "doors.is_spiked"),
    *("floor.present", "floor.gold", "floor.gems.count", "floor.gems"),
    *("floor.items.count", "floor.items.item", "floor.items.number"),
)
_DOT = (
    *("count", "hero.seat", "side", "hero.hero", "room"),
    *("kind.present", "kind", "hp.present", "hp"),
)
NAMES = (
    *("turn", "unexplored", "open.count", "open", "market.count", "market.slot", "market.item"),
    *("candidates.count", "candidates.candidate", "candidates.kind", "candidates.stats"),
    *("players.gold", "players.gems", "players.heroes", "players.rooms"),
    *("boards.count", "boards.board", "boards.seats.count", "boards.seats"),
    *("own.stash.count", "own.stash.item", "own.stash.number", "own.vault", "own.heroes.count"),
    *(f"own.heroes.{name}" for name in _HERO),
    *(f"rooms.{name}" for name in _ROOM),
    *(f"dots.{name}" for name in _DOT),
    *("offers.count", "offers.giver.seat", "offers.giver.hero"),
    *("offers.taker.seat", "offers.taker.hero"),
    *(f"offers.{side}.{name}" for side in ("give", "want") for name in _GOODS),
)
"""Name of each column, by its number. Columns that are the same in all matches are not among them."""
