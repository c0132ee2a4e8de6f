"""Proving Grounds on the wire. Rule numbers are those of its rulebook. Rooms are numbered from 0,
sector by sector and row by row from the periphery; the last room is the hall (PG-2.4). Seats, and
heroes of a seat, count from 0. Lists of gems have one number for each kind in play: Ruby, Sapphire,
Emerald, Diamond, of which there are half as many as seats, at least two (PG-2.2). Lists by board
have five numbers: ORDER, MOVE, HIRE, BUY, TIE (PG-3.8). Lists of characteristics have five: STR,
DEX, CON, INT, INI (PG-3.1).
"""
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Creature(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Kinds of creatures (PG-3.4)."""
    __slots__ = ()
    CREATURE_UNSPECIFIED: _ClassVar[Creature]
    """None of these."""
    CREATURE_GOBLIN: _ClassVar[Creature]
    """Creature with 4 hit points, worth 1 gold."""
    CREATURE_ORC: _ClassVar[Creature]
    """Creature with 8 hit points, worth 3 gold."""
    CREATURE_URAKAI: _ClassVar[Creature]
    """Creature with 14 hit points, worth 6 gold."""
    CREATURE_DRAGON: _ClassVar[Creature]
    """Creature with 30 hit points and two attacks, worth 25 gold."""

class HeroClass(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Classes of heroes (PG-3.2)."""
    __slots__ = ()
    HERO_CLASS_UNSPECIFIED: _ClassVar[HeroClass]
    """None of these."""
    HERO_CLASS_FIGHTER: _ClassVar[HeroClass]
    """Fighter: strong; the only class that can use the heaviest weapons."""
    HERO_CLASS_CLERIC: _ClassVar[HeroClass]
    """Cleric: heals and blesses; saves a dying hero once in each fight."""
    HERO_CLASS_WIZARD: _ClassVar[HeroClass]
    """Wizard: casts regular spells, and battlemagic in fights."""
    HERO_CLASS_THIEF: _ClassVar[HeroClass]
    """Thief: finds caches, scouts, steals, and handles spikes and traps."""

class Item(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Items by their number in the rulebook's table (PG-3.7)."""
    __slots__ = ()
    ITEM_UNSPECIFIED: _ClassVar[Item]
    """None of these."""
    ITEM_DAGGER: _ClassVar[Item]
    """Weapon: a hit does 50 % of STR."""
    ITEM_MACE: _ClassVar[Item]
    """Weapon: a hit does 75 % of STR."""
    ITEM_SHORT_SWORD: _ClassVar[Item]
    """Weapon: a hit does 75 % of STR."""
    ITEM_LONG_SWORD: _ClassVar[Item]
    """Weapon: a hit does 100 % of STR."""
    ITEM_GREAT_SWORD: _ClassVar[Item]
    """Weapon: a hit does 125 % of STR."""
    ITEM_HOLY_MACE: _ClassVar[Item]
    """Weapon: a hit does 100 % of STR."""
    ITEM_FLAME_SWORD: _ClassVar[Item]
    """Weapon: a hit does 150 % of STR."""
    ITEM_LIGHT_ARMOR: _ClassVar[Item]
    """Armor: absorbs 1 point of each hit."""
    ITEM_HEAVY_ARMOR: _ClassVar[Item]
    """Armor: absorbs 3 points of each hit, DEX -2."""
    ITEM_RING: _ClassVar[Item]
    """Charm: absorbs 1 point of each hit."""
    ITEM_BOOTS: _ClassVar[Item]
    """Charm: initiative +3."""
    ITEM_GAUNTLETS: _ClassVar[Item]
    """Charm: STR +2."""
    ITEM_CLOAK: _ClassVar[Item]
    """Charm: DEX +1."""
    ITEM_MANA_STONE: _ClassVar[Item]
    """Charm: maximum of Mana +4."""
    ITEM_MAGIC_MISSILE: _ClassVar[Item]
    """Battlemagic: 2d6 damage to the first enemy; 1 Mana."""
    ITEM_SLEEP: _ClassVar[Item]
    """Battlemagic: the first d6 enemies that are no Dragons lose 2 turns each; 2 Mana."""
    ITEM_LIGHTNING: _ClassVar[Item]
    """Battlemagic: 2d6 damage to each of the first two enemies; 2 Mana."""
    ITEM_FIREBALL: _ClassVar[Item]
    """Battlemagic: 2d6 damage, rolled once, to all enemies; 3 Mana."""
    ITEM_KNOCK: _ClassVar[Item]
    """Regular spell: frees a door of spikes."""
    ITEM_SHIELD: _ClassVar[Item]
    """Regular spell: a hero absorbs 2 more points of each hit in this turn."""
    ITEM_HASTE: _ClassVar[Item]
    """Regular spell: a hero has two weapon attacks instead of one in this turn."""
    ITEM_SCRY: _ClassVar[Item]
    """Regular spell: full knowledge of any room."""
    ITEM_TELEPORT: _ClassVar[Item]
    """Regular spell: takes a hero to his seat's entry room."""
    ITEM_SPIKES: _ClassVar[Item]
    """Consumable: used up by a Thief who spikes a door."""
    ITEM_TRAP_KIT: _ClassVar[Item]
    """Consumable: used up by a Thief who sets a trap in a room."""
    ITEM_POTION: _ClassVar[Item]
    """Consumable: heals 2d6 hit points."""

class Policy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Retreat policies: when a hero leaves a fight (PG-5.27)."""
    __slots__ = ()
    POLICY_UNSPECIFIED: _ClassVar[Policy]
    """None of these."""
    POLICY_NEVER: _ClassVar[Policy]
    """The hero fights to the end."""
    POLICY_FIRST_DEATH: _ClassVar[Policy]
    """The hero leaves once somebody on his side has died or was saved by an emergency cure."""
    POLICY_WOUNDED: _ClassVar[Policy]
    """The hero leaves as under FIRST_DEATH, or when half of his hit points or fewer are left."""

class Spell(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Regular spells, which Wizards cast outside fights (PG-5.9)."""
    __slots__ = ()
    SPELL_UNSPECIFIED: _ClassVar[Spell]
    """None of these."""
    SPELL_NOISE: _ClassVar[Spell]
    """1 Mana; on the caster's room or a neighbouring one, to which nobody then retreats this turn.
    """
    SPELL_LURE: _ClassVar[Spell]
    """2 Mana; draws the creatures of a neighbouring room, with their hoard, into the caster's room.
    """
    SPELL_KNOCK: _ClassVar[Spell]
    """1 Mana; frees the door to a neighbouring room of spikes."""
    SPELL_SHIELD: _ClassVar[Spell]
    """1 Mana; an own hero in the room absorbs 2 more points of each hit in this turn."""
    SPELL_HASTE: _ClassVar[Spell]
    """2 Mana; an own hero in the room has two weapon attacks instead of one in this turn."""
    SPELL_SCRY: _ClassVar[Spell]
    """3 Mana; raises the seat's knowledge of any room to level 4."""
    SPELL_TELEPORT: _ClassVar[Spell]
    """3 Mana; takes an own hero in the room to his seat's entry room."""

class Board(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Leader boards: five rankings of the seats that decide order and ties (PG-3.8)."""
    __slots__ = ()
    BOARD_UNSPECIFIED: _ClassVar[Board]
    """None of these."""
    BOARD_ORDER: _ClassVar[Board]
    """Order of seats in which hero orders are carried out; with HIRE, breaks ties of hire bids."""
    BOARD_MOVE: _ClassVar[Board]
    """Order of seats in which heroes move."""
    BOARD_HIRE: _ClassVar[Board]
    """With ORDER, breaks ties of hire bids: the lower sum of both places wins."""
    BOARD_BUY: _ClassVar[Board]
    """Order of seats in which they buy from the market."""
    BOARD_TIE: _ClassVar[Board]
    """Breaks all other ties in favour of the seat that is higher on this board."""

class OrderList(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Part of a seat's message that a result refers to."""
    __slots__ = ()
    ORDER_LIST_UNSPECIFIED: _ClassVar[OrderList]
    """None of these."""
    ORDER_LIST_MESSAGE: _ClassVar[OrderList]
    """The whole message."""
    ORDER_LIST_SHUFFLE: _ClassVar[OrderList]
    """Gold that is bid on the leader boards, by board."""
    ORDER_LIST_HIRE: _ClassVar[OrderList]
    """Bids on candidates of the hire auction."""
    ORDER_LIST_BUY: _ClassVar[OrderList]
    """Market slots to buy."""
    ORDER_LIST_HEROES: _ClassVar[OrderList]
    """Orders to heroes; at setup, the heroes to buy."""
    ORDER_LIST_IMPROVE: _ClassVar[OrderList]
    """At setup: points by which a hero's characteristics are raised, by Stat."""
    ORDER_LIST_ITEMS: _ClassVar[OrderList]
    """At setup: items to buy for a hero."""
    ORDER_LIST_STASH: _ClassVar[OrderList]
    """At setup: items to buy for the seat's stash."""
    ORDER_LIST_BIDS: _ClassVar[OrderList]
    """At setup: gold that is bid on the leader boards, by board."""

class Code(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Result of an order: OK, or the reason why it was refused (PG-4.11)."""
    __slots__ = ()
    CODE_UNSPECIFIED: _ClassVar[Code]
    """None of these."""
    CODE_OK: _ClassVar[Code]
    """The order was carried out."""
    CODE_BAD_MESSAGE: _ClassVar[Code]
    """The message is unreadable; the default action was played."""
    CODE_TOO_MANY: _ClassVar[Code]
    """The entry is beyond `max_orders`, or beyond the bound of its list."""
    CODE_BAD_FIELD: _ClassVar[Code]
    """Unknown name, missing field, value or id out of range, empty or overlong path, own seat as
    trade partner.
    """
    CODE_NO_HERO: _ClassVar[Code]
    """The seat has no living hero with this id."""
    CODE_BAD_CLASS: _ClassVar[Code]
    """The hero's class cannot do or use this."""
    CODE_DUPLICATE: _ClassVar[Code]
    """The hero has an action already; second bid on one candidate; slot listed twice."""
    CODE_NOT_OPEN: _ClassVar[Code]
    """The leader board takes no bids this turn, nobody is hired this turn, or the item is not in
    the limited set of setup.
    """
    CODE_NO_GOLD: _ClassVar[Code]
    """The order costs more than the treasury holds at that moment."""
    CODE_BELOW_MIN: _ClassVar[Code]
    """The hire bid is under the price of the candidate's class."""
    CODE_PARTY_FULL: _ClassVar[Code]
    """The seat has `max_heroes` living heroes already."""
    CODE_OUTBID: _ClassVar[Code]
    """Another seat won the hire auction."""
    CODE_TAKEN: _ClassVar[Code]
    """The market slot was bought by a seat higher on the BUY board."""
    CODE_NO_ITEM: _ClassVar[Code]
    """The item is not in the stash, or not on the hero."""
    CODE_ALREADY: _ClassVar[Code]
    """The spell is already held, the door already spiked, or the room already has a trap."""
    CODE_NOT_HOME: _ClassVar[Code]
    """The hero is not in his seat's entry room."""
    CODE_NO_GOODS: _ClassVar[Code]
    """The gems, gold or item to be given are not there."""
    CODE_NO_MATCH: _ClassVar[Code]
    """No offer is the reverse of the trade offer, which stands for one turn."""
    CODE_NO_MANA: _ClassVar[Code]
    """The hero has too little Mana."""
    CODE_NOT_KNOWN: _ClassVar[Code]
    """The Wizard does not have the spell equipped."""
    CODE_NO_DOOR: _ClassVar[Code]
    """No door joins the two rooms."""
    CODE_SPIKED: _ClassVar[Code]
    """The door to pass is spiked."""
    CODE_NOT_SPIKED: _ClassVar[Code]
    """The door to free of spikes is not spiked."""
    CODE_GATE: _ClassVar[Code]
    """The room is another seat's entry room; or LURE into an entry room."""
    CODE_BLOCKED: _ClassVar[Code]
    """The room was entered this turn by another seat, or by creatures."""
    CODE_ENGAGED: _ClassVar[Code]
    """The hero is in a room with creatures or heroes of other seats, so he cannot move."""
    CODE_BAD_TARGET: _ClassVar[Code]
    """The target is dead or elsewhere, or the order makes no sense on it."""
    CODE_IMMUNE: _ClassVar[Code]
    """A Dragon is among the creatures, so they cannot be lured."""
    CODE_MORE: _ClassVar[Code]
    """Stands for all further refusals of one message after the first 32 (AM-3)."""

class Cause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why a seat's gold changed (PG-6.5)."""
    __slots__ = ()
    CAUSE_UNSPECIFIED: _ClassVar[Cause]
    """None of these."""
    CAUSE_HERO: _ClassVar[Cause]
    """The seat paid for a hero at setup."""
    CAUSE_IMPROVEMENT: _ClassVar[Cause]
    """The seat paid for raising a hero's characteristic at setup."""
    CAUSE_ITEM: _ClassVar[Cause]
    """The seat paid for an item at setup."""
    CAUSE_BID: _ClassVar[Cause]
    """The seat paid its bid on a leader board, at setup or in a later turn."""
    CAUSE_HIRED: _ClassVar[Cause]
    """The seat paid for a hero whom it hired in an auction."""
    CAUSE_BOUGHT: _ClassVar[Cause]
    """The seat paid for an item from the market."""
    CAUSE_TRADE: _ClassVar[Cause]
    """The seat's hero traded with another seat's hero."""
    CAUSE_LOOT: _ClassVar[Cause]
    """The seat picked up gold from a room's floor."""
    CAUSE_CACHE: _ClassVar[Cause]
    """A Thief of the seat found a hidden cache."""
    CAUSE_STOLEN: _ClassVar[Cause]
    """A Thief of the seat stole gold from the hoard of creatures."""
    CAUSE_ROOMS: _ClassVar[Cause]
    """The seat got the bonus gold for the most rooms, at the end of the match."""
    CAUSE_SURVIVORS: _ClassVar[Cause]
    """The seat got the bonus gold for the most living heroes, at the end of the match."""

class EndCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    """Why the match ended (PG-7.1)."""
    __slots__ = ()
    END_CAUSE_UNSPECIFIED: _ClassVar[EndCause]
    """None of these."""
    END_CAUSE_EXPLORED: _ClassVar[EndCause]
    """Every room has been entered."""
    END_CAUSE_FEW_ROOMS: _ClassVar[EndCause]
    """At most `end_rooms` rooms were unexplored, and dice then ended the match."""
    END_CAUSE_LATE: _ClassVar[EndCause]
    """The turn was after `late_turn`, and dice then ended the match."""
    END_CAUSE_NO_HEROES: _ClassVar[EndCause]
    """No seat has a living hero."""
    END_CAUSE_MAX_TURNS: _ClassVar[EndCause]
    """Turn `max_turns` is over."""
CREATURE_UNSPECIFIED: Creature
"""None of these."""
CREATURE_GOBLIN: Creature
"""Creature with 4 hit points, worth 1 gold."""
CREATURE_ORC: Creature
"""Creature with 8 hit points, worth 3 gold."""
CREATURE_URAKAI: Creature
"""Creature with 14 hit points, worth 6 gold."""
CREATURE_DRAGON: Creature
"""Creature with 30 hit points and two attacks, worth 25 gold."""
HERO_CLASS_UNSPECIFIED: HeroClass
"""None of these."""
HERO_CLASS_FIGHTER: HeroClass
"""Fighter: strong; the only class that can use the heaviest weapons."""
HERO_CLASS_CLERIC: HeroClass
"""Cleric: heals and blesses; saves a dying hero once in each fight."""
HERO_CLASS_WIZARD: HeroClass
"""Wizard: casts regular spells, and battlemagic in fights."""
HERO_CLASS_THIEF: HeroClass
"""Thief: finds caches, scouts, steals, and handles spikes and traps."""
ITEM_UNSPECIFIED: Item
"""None of these."""
ITEM_DAGGER: Item
"""Weapon: a hit does 50 % of STR."""
ITEM_MACE: Item
"""Weapon: a hit does 75 % of STR."""
ITEM_SHORT_SWORD: Item
"""Weapon: a hit does 75 % of STR."""
ITEM_LONG_SWORD: Item
"""Weapon: a hit does 100 % of STR."""
ITEM_GREAT_SWORD: Item
"""Weapon: a hit does 125 % of STR."""
ITEM_HOLY_MACE: Item
"""Weapon: a hit does 100 % of STR."""
ITEM_FLAME_SWORD: Item
"""Weapon: a hit does 150 % of STR."""
ITEM_LIGHT_ARMOR: Item
"""Armor: absorbs 1 point of each hit."""
ITEM_HEAVY_ARMOR: Item
"""Armor: absorbs 3 points of each hit, DEX -2."""
ITEM_RING: Item
"""Charm: absorbs 1 point of each hit."""
ITEM_BOOTS: Item
"""Charm: initiative +3."""
ITEM_GAUNTLETS: Item
"""Charm: STR +2."""
ITEM_CLOAK: Item
"""Charm: DEX +1."""
ITEM_MANA_STONE: Item
"""Charm: maximum of Mana +4."""
ITEM_MAGIC_MISSILE: Item
"""Battlemagic: 2d6 damage to the first enemy; 1 Mana."""
ITEM_SLEEP: Item
"""Battlemagic: the first d6 enemies that are no Dragons lose 2 turns each; 2 Mana."""
ITEM_LIGHTNING: Item
"""Battlemagic: 2d6 damage to each of the first two enemies; 2 Mana."""
ITEM_FIREBALL: Item
"""Battlemagic: 2d6 damage, rolled once, to all enemies; 3 Mana."""
ITEM_KNOCK: Item
"""Regular spell: frees a door of spikes."""
ITEM_SHIELD: Item
"""Regular spell: a hero absorbs 2 more points of each hit in this turn."""
ITEM_HASTE: Item
"""Regular spell: a hero has two weapon attacks instead of one in this turn."""
ITEM_SCRY: Item
"""Regular spell: full knowledge of any room."""
ITEM_TELEPORT: Item
"""Regular spell: takes a hero to his seat's entry room."""
ITEM_SPIKES: Item
"""Consumable: used up by a Thief who spikes a door."""
ITEM_TRAP_KIT: Item
"""Consumable: used up by a Thief who sets a trap in a room."""
ITEM_POTION: Item
"""Consumable: heals 2d6 hit points."""
POLICY_UNSPECIFIED: Policy
"""None of these."""
POLICY_NEVER: Policy
"""The hero fights to the end."""
POLICY_FIRST_DEATH: Policy
"""The hero leaves once somebody on his side has died or was saved by an emergency cure."""
POLICY_WOUNDED: Policy
"""The hero leaves as under FIRST_DEATH, or when half of his hit points or fewer are left."""
SPELL_UNSPECIFIED: Spell
"""None of these."""
SPELL_NOISE: Spell
"""1 Mana; on the caster's room or a neighbouring one, to which nobody then retreats this turn."""
SPELL_LURE: Spell
"""2 Mana; draws the creatures of a neighbouring room, with their hoard, into the caster's room."""
SPELL_KNOCK: Spell
"""1 Mana; frees the door to a neighbouring room of spikes."""
SPELL_SHIELD: Spell
"""1 Mana; an own hero in the room absorbs 2 more points of each hit in this turn."""
SPELL_HASTE: Spell
"""2 Mana; an own hero in the room has two weapon attacks instead of one in this turn."""
SPELL_SCRY: Spell
"""3 Mana; raises the seat's knowledge of any room to level 4."""
SPELL_TELEPORT: Spell
"""3 Mana; takes an own hero in the room to his seat's entry room."""
BOARD_UNSPECIFIED: Board
"""None of these."""
BOARD_ORDER: Board
"""Order of seats in which hero orders are carried out; with HIRE, breaks ties of hire bids."""
BOARD_MOVE: Board
"""Order of seats in which heroes move."""
BOARD_HIRE: Board
"""With ORDER, breaks ties of hire bids: the lower sum of both places wins."""
BOARD_BUY: Board
"""Order of seats in which they buy from the market."""
BOARD_TIE: Board
"""Breaks all other ties in favour of the seat that is higher on this board."""
ORDER_LIST_UNSPECIFIED: OrderList
"""None of these."""
ORDER_LIST_MESSAGE: OrderList
"""The whole message."""
ORDER_LIST_SHUFFLE: OrderList
"""Gold that is bid on the leader boards, by board."""
ORDER_LIST_HIRE: OrderList
"""Bids on candidates of the hire auction."""
ORDER_LIST_BUY: OrderList
"""Market slots to buy."""
ORDER_LIST_HEROES: OrderList
"""Orders to heroes; at setup, the heroes to buy."""
ORDER_LIST_IMPROVE: OrderList
"""At setup: points by which a hero's characteristics are raised, by Stat."""
ORDER_LIST_ITEMS: OrderList
"""At setup: items to buy for a hero."""
ORDER_LIST_STASH: OrderList
"""At setup: items to buy for the seat's stash."""
ORDER_LIST_BIDS: OrderList
"""At setup: gold that is bid on the leader boards, by board."""
CODE_UNSPECIFIED: Code
"""None of these."""
CODE_OK: Code
"""The order was carried out."""
CODE_BAD_MESSAGE: Code
"""The message is unreadable; the default action was played."""
CODE_TOO_MANY: Code
"""The entry is beyond `max_orders`, or beyond the bound of its list."""
CODE_BAD_FIELD: Code
"""Unknown name, missing field, value or id out of range, empty or overlong path, own seat as trade
partner.
"""
CODE_NO_HERO: Code
"""The seat has no living hero with this id."""
CODE_BAD_CLASS: Code
"""The hero's class cannot do or use this."""
CODE_DUPLICATE: Code
"""The hero has an action already; second bid on one candidate; slot listed twice."""
CODE_NOT_OPEN: Code
"""The leader board takes no bids this turn, nobody is hired this turn, or the item is not in the
limited set of setup.
"""
CODE_NO_GOLD: Code
"""The order costs more than the treasury holds at that moment."""
CODE_BELOW_MIN: Code
"""The hire bid is under the price of the candidate's class."""
CODE_PARTY_FULL: Code
"""The seat has `max_heroes` living heroes already."""
CODE_OUTBID: Code
"""Another seat won the hire auction."""
CODE_TAKEN: Code
"""The market slot was bought by a seat higher on the BUY board."""
CODE_NO_ITEM: Code
"""The item is not in the stash, or not on the hero."""
CODE_ALREADY: Code
"""The spell is already held, the door already spiked, or the room already has a trap."""
CODE_NOT_HOME: Code
"""The hero is not in his seat's entry room."""
CODE_NO_GOODS: Code
"""The gems, gold or item to be given are not there."""
CODE_NO_MATCH: Code
"""No offer is the reverse of the trade offer, which stands for one turn."""
CODE_NO_MANA: Code
"""The hero has too little Mana."""
CODE_NOT_KNOWN: Code
"""The Wizard does not have the spell equipped."""
CODE_NO_DOOR: Code
"""No door joins the two rooms."""
CODE_SPIKED: Code
"""The door to pass is spiked."""
CODE_NOT_SPIKED: Code
"""The door to free of spikes is not spiked."""
CODE_GATE: Code
"""The room is another seat's entry room; or LURE into an entry room."""
CODE_BLOCKED: Code
"""The room was entered this turn by another seat, or by creatures."""
CODE_ENGAGED: Code
"""The hero is in a room with creatures or heroes of other seats, so he cannot move."""
CODE_BAD_TARGET: Code
"""The target is dead or elsewhere, or the order makes no sense on it."""
CODE_IMMUNE: Code
"""A Dragon is among the creatures, so they cannot be lured."""
CODE_MORE: Code
"""Stands for all further refusals of one message after the first 32 (AM-3)."""
CAUSE_UNSPECIFIED: Cause
"""None of these."""
CAUSE_HERO: Cause
"""The seat paid for a hero at setup."""
CAUSE_IMPROVEMENT: Cause
"""The seat paid for raising a hero's characteristic at setup."""
CAUSE_ITEM: Cause
"""The seat paid for an item at setup."""
CAUSE_BID: Cause
"""The seat paid its bid on a leader board, at setup or in a later turn."""
CAUSE_HIRED: Cause
"""The seat paid for a hero whom it hired in an auction."""
CAUSE_BOUGHT: Cause
"""The seat paid for an item from the market."""
CAUSE_TRADE: Cause
"""The seat's hero traded with another seat's hero."""
CAUSE_LOOT: Cause
"""The seat picked up gold from a room's floor."""
CAUSE_CACHE: Cause
"""A Thief of the seat found a hidden cache."""
CAUSE_STOLEN: Cause
"""A Thief of the seat stole gold from the hoard of creatures."""
CAUSE_ROOMS: Cause
"""The seat got the bonus gold for the most rooms, at the end of the match."""
CAUSE_SURVIVORS: Cause
"""The seat got the bonus gold for the most living heroes, at the end of the match."""
END_CAUSE_UNSPECIFIED: EndCause
"""None of these."""
END_CAUSE_EXPLORED: EndCause
"""Every room has been entered."""
END_CAUSE_FEW_ROOMS: EndCause
"""At most `end_rooms` rooms were unexplored, and dice then ended the match."""
END_CAUSE_LATE: EndCause
"""The turn was after `late_turn`, and dice then ended the match."""
END_CAUSE_NO_HEROES: EndCause
"""No seat has a living hero."""
END_CAUSE_MAX_TURNS: EndCause
"""Turn `max_turns` is over."""

class Door(_message.Message):
    """A door between two rooms that are neighbours (PG-2.5)."""
    __slots__ = ("room", "other")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room on one side of the door. From 0 to 480."""
    other: int
    """Room on the other side of the door. From 0 to 480."""
    def __init__(self, room: _Optional[int] = ..., other: _Optional[int] = ...) -> None: ...

class ScenarioRoom(_message.Message):
    """Contents of a room of a hand-made dungeon (PG-2.9)."""
    __slots__ = ("creatures", "hoard_gold", "hoard_gems", "caches", "trap")
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    HOARD_GOLD_FIELD_NUMBER: _ClassVar[int]
    HOARD_GEMS_FIELD_NUMBER: _ClassVar[int]
    CACHES_FIELD_NUMBER: _ClassVar[int]
    TRAP_FIELD_NUMBER: _ClassVar[int]
    creatures: _containers.RepeatedScalarFieldContainer[Creature]
    """Living creatures in the room, in their order. 0 to 16 entries."""
    hoard_gold: int
    """Gold of the creatures' hoard; if absent, the sum of the creatures' gold values. From 0 to
    10000.
    """
    hoard_gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems of the creatures' hoard by kind; an empty list stands for zeros. From 0 to 32767. 0 to 4
    entries.
    """
    caches: _containers.RepeatedScalarFieldContainer[int]
    """Gold of each hidden cache, in the order in which they are found. From 1 to 1000. 0 to 16
    entries.
    """
    trap: int
    """1 if the room has a trap of the dungeon, 0 if not. From 0 to 1."""
    def __init__(self, creatures: _Optional[_Iterable[_Union[Creature, str]]] = ..., hoard_gold: _Optional[int] = ..., hoard_gems: _Optional[_Iterable[int]] = ..., caches: _Optional[_Iterable[int]] = ..., trap: _Optional[int] = ...) -> None: ...

class Scenario(_message.Message):
    """A hand-made dungeon (PG-2.9)."""
    __slots__ = ("players", "width", "depth", "doors", "rooms")
    class RoomsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: ScenarioRoom
        def __init__(self, key: _Optional[int] = ..., value: _Optional[_Union[ScenarioRoom, _Mapping]] = ...) -> None: ...
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    DOORS_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    players: int
    """Number of seats that the dungeon is for. From 2 to 8."""
    width: int
    """Number of columns of a sector, a seat's part of the dungeon. From 2 to 6."""
    depth: int
    """Number of rows of a sector, a seat's part of the dungeon. From 2 to 10."""
    doors: _containers.RepeatedCompositeFieldContainer[Door]
    """Doors of the dungeon, each once."""
    rooms: _containers.MessageMap[int, ScenarioRoom]
    """Contents of rooms by number; rooms that are left out are empty."""
    def __init__(self, players: _Optional[int] = ..., width: _Optional[int] = ..., depth: _Optional[int] = ..., doors: _Optional[_Iterable[_Union[Door, _Mapping]]] = ..., rooms: _Optional[_Mapping[int, ScenarioRoom]] = ...) -> None: ...

class Config(_message.Message):
    """Config of a Proving Grounds match (PG-2.1); seed and number of players are not part of it."""
    __slots__ = ("scenario", "sector_width", "sector_depth", "extra_door_pct", "wrap_doors", "gems_per_kind", "trap_pct", "start_gold", "max_heroes", "hire_period", "combat_round_cap", "end_rooms", "late_turn", "end_pct", "bonus_gold", "max_turns", "max_orders", "deadline_ms")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    SECTOR_WIDTH_FIELD_NUMBER: _ClassVar[int]
    SECTOR_DEPTH_FIELD_NUMBER: _ClassVar[int]
    EXTRA_DOOR_PCT_FIELD_NUMBER: _ClassVar[int]
    WRAP_DOORS_FIELD_NUMBER: _ClassVar[int]
    GEMS_PER_KIND_FIELD_NUMBER: _ClassVar[int]
    TRAP_PCT_FIELD_NUMBER: _ClassVar[int]
    START_GOLD_FIELD_NUMBER: _ClassVar[int]
    MAX_HEROES_FIELD_NUMBER: _ClassVar[int]
    HIRE_PERIOD_FIELD_NUMBER: _ClassVar[int]
    COMBAT_ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    END_ROOMS_FIELD_NUMBER: _ClassVar[int]
    LATE_TURN_FIELD_NUMBER: _ClassVar[int]
    END_PCT_FIELD_NUMBER: _ClassVar[int]
    BONUS_GOLD_FIELD_NUMBER: _ClassVar[int]
    MAX_TURNS_FIELD_NUMBER: _ClassVar[int]
    MAX_ORDERS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    scenario: Scenario
    """A hand-made dungeon (PG-2.9); if it is absent, the dungeon is generated."""
    sector_width: int
    """Columns of a sector, a seat's part of the dungeon. By default 3, or the scenario's width.
    From 2 to 6.
    """
    sector_depth: int
    """Rows of a sector, a seat's part of the dungeon. By default 5, or the scenario's depth. From 2
    to 10.
    """
    extra_door_pct: int
    """Percent chance of each door beyond those that are needed to connect a sector's rooms. From 0
    to 100. Default 25.
    """
    wrap_doors: int
    """Number of doors between two neighbouring sectors, less than `sector_depth`. By default 2, or
    1 if a sector has two rows. From 1 to 9.
    """
    gems_per_kind: int
    """Number of gems of each kind in each sector. From 1 to 10. Default 3."""
    trap_pct: int
    """Percent chance that a room has a trap of the dungeon. From 0 to 100. Default 15."""
    start_gold: int
    """Gold that each seat has before it buys its party at setup. From 30 to 1000. Default 100."""
    max_heroes: int
    """Highest number of living heroes that a seat may have. From 1 to 12. Default 8."""
    hire_period: int
    """A hire auction takes place in every turn whose number is a multiple of this. From 1 to 20.
    Default 3.
    """
    combat_round_cap: int
    """Number of rounds after which an undecided fight is broken off. From 5 to 200. Default 30."""
    end_rooms: int
    """The first chance that dice end the match is rolled in every turn with this many unexplored
    rooms or fewer. From 0 to 50. Default 5.
    """
    late_turn: int
    """The second chance that dice end the match is rolled in every turn after this one. From 1 to
    500. Default 30.
    """
    end_pct: int
    """Percent chance that the match ends, each time one of the two end chances is rolled. From 0 to
    100. Default 20.
    """
    bonus_gold: int
    """Gold of each bonus at the end: for the most rooms, and for the most living heroes. From 0 to
    100. Default 10.
    """
    max_turns: int
    """The match ends after this turn at the latest. From 5 to 500. Default 60."""
    max_orders: int
    """Highest number of hero orders in a seat's message for one turn; those beyond are refused.
    From 8 to 256. Default 96.
    """
    deadline_ms: int
    """Suggested move time in milliseconds; the match's time control may set another. From 50 to
    600000. Default 2000.
    """
    def __init__(self, scenario: _Optional[_Union[Scenario, _Mapping]] = ..., sector_width: _Optional[int] = ..., sector_depth: _Optional[int] = ..., extra_door_pct: _Optional[int] = ..., wrap_doors: _Optional[int] = ..., gems_per_kind: _Optional[int] = ..., trap_pct: _Optional[int] = ..., start_gold: _Optional[int] = ..., max_heroes: _Optional[int] = ..., hire_period: _Optional[int] = ..., combat_round_cap: _Optional[int] = ..., end_rooms: _Optional[int] = ..., late_turn: _Optional[int] = ..., end_pct: _Optional[int] = ..., bonus_gold: _Optional[int] = ..., max_turns: _Optional[int] = ..., max_orders: _Optional[int] = ..., deadline_ms: _Optional[int] = ...) -> None: ...

class HeroSpec(_message.Message):
    """A hero to be bought at setup (PG-2.11)."""
    __slots__ = ("hero_class", "improve", "items", "guard", "policy")
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    IMPROVE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    hero_class: HeroClass
    """Class of the hero."""
    improve: _containers.RepeatedScalarFieldContainer[int]
    """Points by which each characteristic is raised; an empty list stands for zeros. From 0 to 10.
    0 to 5 entries.
    """
    items: _containers.RepeatedScalarFieldContainer[Item]
    """Items to buy for the hero, of the limited set that is sold at setup. 0 to 12 entries."""
    guard: bool
    """Whether the hero stands on guard: in a fight, two attacks in a row reach him."""
    policy: Policy
    """Retreat policy of the hero: when he leaves a fight; absent for FIRST_DEATH."""
    def __init__(self, hero_class: _Optional[_Union[HeroClass, str]] = ..., improve: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., guard: bool = ..., policy: _Optional[_Union[Policy, str]] = ...) -> None: ...

class Setup(_message.Message):
    """The party that a seat buys; it is asked for once, before the first turn (PG-2.11)."""
    __slots__ = ("heroes", "stash", "bids")
    HEROES_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    heroes: _containers.RepeatedCompositeFieldContainer[HeroSpec]
    """Heroes to buy; entries beyond max_heroes are not read."""
    stash: _containers.RepeatedScalarFieldContainer[Item]
    """Items to buy for the seat's stash of items that no hero wears. 0 to 32 entries."""
    bids: _containers.RepeatedScalarFieldContainer[int]
    """Gold that is bid on each leader board; an empty list stands for zeros. From 0. 0 to 5
    entries.
    """
    def __init__(self, heroes: _Optional[_Iterable[_Union[HeroSpec, _Mapping]]] = ..., stash: _Optional[_Iterable[_Union[Item, str]]] = ..., bids: _Optional[_Iterable[int]] = ...) -> None: ...

class HireBid(_message.Message):
    """A bid on a candidate, a hero for hire, in a hire auction (PG-5.3)."""
    __slots__ = ("candidate", "gold")
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    """Number of the candidate to hire, as in the observation. From 0."""
    gold: int
    """Gold that is bid, at least the price of the candidate's class. From 0."""
    def __init__(self, candidate: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Equip(_message.Message):
    """Free order: an item moves from the stash to the hero (PG-5.5)."""
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    """Item that the order is for."""
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Unequip(_message.Message):
    """Free order: an item moves from the hero to the stash (PG-5.5)."""
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    """Item that the order is for."""
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Guard(_message.Message):
    """Free order: set whether a hero is on guard; lasts until changed."""
    __slots__ = ("on",)
    ON_FIELD_NUMBER: _ClassVar[int]
    on: bool
    """Whether the hero is on guard from now on."""
    def __init__(self, on: bool = ...) -> None: ...

class SetPolicy(_message.Message):
    """Free order: set a hero's retreat policy; lasts until changed."""
    __slots__ = ("policy",)
    POLICY_FIELD_NUMBER: _ClassVar[int]
    policy: Policy
    """Retreat policy: when the hero leaves a fight."""
    def __init__(self, policy: _Optional[_Union[Policy, str]] = ...) -> None: ...

class Pass(_message.Message):
    """Free order: a hero gives gems to another hero of the seat in the same room."""
    __slots__ = ("target", "gems")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    target: int
    """Id of the seat's hero who gets the gems. From 0."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Number of gems that are given, by kind. From 0 to 32767. 0 to 4 entries."""
    def __init__(self, target: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Deposit(_message.Message):
    """Free order: gems of a hero go into the vault, safe from other seats; only in the seat's entry
    room.
    """
    __slots__ = ("gems",)
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Number of gems that are moved, by kind. From 0 to 32767. 0 to 4 entries."""
    def __init__(self, gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Withdraw(_message.Message):
    """Free order: a hero takes gems out of the vault; only in the seat's entry room."""
    __slots__ = ("gems",)
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Number of gems that are moved, by kind. From 0 to 32767. 0 to 4 entries."""
    def __init__(self, gems: _Optional[_Iterable[int]] = ...) -> None: ...

class Move(_message.Message):
    """A hero moves through rooms along a path, as far as possible (PG-5.12)."""
    __slots__ = ("path",)
    PATH_FIELD_NUMBER: _ClassVar[int]
    path: _containers.RepeatedScalarFieldContainer[int]
    """Rooms to enter one after the other. From 0. 1 to 64 entries."""
    def __init__(self, path: _Optional[_Iterable[int]] = ...) -> None: ...

class Goods(_message.Message):
    """One side of a trade: gold, gems and an item (PG-5.6)."""
    __slots__ = ("gold", "gems", "item")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    gold: int
    """Gold out of the seat's treasury. From 0."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems that the hero hands over, by kind; an empty list stands for zeros. From 0 to 32767. 0 to
    4 entries.
    """
    item: Item
    """Item out of the seat's stash; absent for none."""
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Trade(_message.Message):
    """An offer to a hero of another seat behind a door, or his own offer with both sides exchanged
    (PG-5.6).
    """
    __slots__ = ("with_seat", "with_hero", "give", "want")
    WITH_SEAT_FIELD_NUMBER: _ClassVar[int]
    WITH_HERO_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    with_seat: int
    """Seat of the hero to trade with. From 0."""
    with_hero: int
    """Id of the hero to trade with, in his seat. From 0."""
    give: Goods
    """Goods that the seat's hero gives."""
    want: Goods
    """Goods that he wants in return."""
    def __init__(self, with_seat: _Optional[int] = ..., with_hero: _Optional[int] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class Rest(_message.Message):
    """A hero rests: +2 hit points; Clerics and Wizards +1 Mana (PG-5.31)."""
    __slots__ = ()
    def __init__(self) -> None: ...

class Force(_message.Message):
    """A hero tries to break the spikes that block a door (PG-5.8)."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Potion(_message.Message):
    """A potion out of the stash heals 2d6 hit points."""
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    """Id of the seat's hero who benefits, in the same room. From 0."""
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Clw(_message.Message):
    """A Cleric cures light wounds: 1 Mana heals d6 hit points."""
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    """Id of the seat's hero who benefits, in the same room. From 0."""
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Csw(_message.Message):
    """A Cleric cures serious wounds: 2 Mana heal 2d6+3 hit points."""
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    """Id of the seat's hero who benefits, in the same room. From 0."""
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Bless(_message.Message):
    """A Cleric blesses for 2 Mana: the seat's heroes in the room hit at +1 this turn."""
    __slots__ = ()
    def __init__(self) -> None: ...

class Cast(_message.Message):
    """A Wizard casts a regular spell (PG-5.9)."""
    __slots__ = ("spell", "room", "target")
    SPELL_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    """Spell to cast."""
    room: int
    """Room to cast NOISE, LURE, KNOCK or SCRY on; other spells ignore it. From 0."""
    target: int
    """For SHIELD, HASTE and TELEPORT: id of a hero of the seat in the same room; other spells
    ignore it. From 0.
    """
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ..., room: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class Search(_message.Message):
    """A Thief looks for caches (hidden gold) in his room (PG-5.30)."""
    __slots__ = ()
    def __init__(self) -> None: ...

class Spike(_message.Message):
    """A Thief spikes a door shut, so that nobody passes it; this uses up SPIKES."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Unspike(_message.Message):
    """A Thief takes the spikes out of a door; they are lost."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class SetTrap(_message.Message):
    """A Thief sets a trap in his room; this uses up a TRAP_KIT."""
    __slots__ = ()
    def __init__(self) -> None: ...

class Disarm(_message.Message):
    """A Thief tries to disarm a trap in a neighbouring room."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Scout(_message.Message):
    """A Thief listens at a door and learns what is in the room behind it, up to level 3."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class Steal(_message.Message):
    """A Thief steals a gem, or gold, from a neighbouring room (PG-5.10)."""
    __slots__ = ("room", "gem")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    GEM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room to steal from. From 0."""
    gem: int
    """Kind of gem to take; if there is none, the lowest kind that is there. From 0."""
    def __init__(self, room: _Optional[int] = ..., gem: _Optional[int] = ...) -> None: ...

class HeroOrder(_message.Message):
    """An order to a hero (PG-4.4). A hero may have any number of free orders, and one other order a
    turn.
    """
    __slots__ = ("hero", "equip", "unequip", "guard", "policy", "deposit", "withdraw", "move", "trade", "rest", "force", "potion", "clw", "csw", "bless", "cast", "search", "spike", "unspike", "trap", "disarm", "scout", "steal")
    HERO_FIELD_NUMBER: _ClassVar[int]
    EQUIP_FIELD_NUMBER: _ClassVar[int]
    UNEQUIP_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    DEPOSIT_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    FORCE_FIELD_NUMBER: _ClassVar[int]
    POTION_FIELD_NUMBER: _ClassVar[int]
    CLW_FIELD_NUMBER: _ClassVar[int]
    CSW_FIELD_NUMBER: _ClassVar[int]
    BLESS_FIELD_NUMBER: _ClassVar[int]
    CAST_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    SPIKE_FIELD_NUMBER: _ClassVar[int]
    UNSPIKE_FIELD_NUMBER: _ClassVar[int]
    TRAP_FIELD_NUMBER: _ClassVar[int]
    DISARM_FIELD_NUMBER: _ClassVar[int]
    SCOUT_FIELD_NUMBER: _ClassVar[int]
    STEAL_FIELD_NUMBER: _ClassVar[int]
    hero: int
    """Id of the seat's hero who gets the order. From 0."""
    equip: Equip
    """Free order: an item moves from the stash to the hero (PG-5.5)."""
    unequip: Unequip
    """Free order: an item moves from the hero to the stash (PG-5.5)."""
    guard: Guard
    """Free order: set whether a hero is on guard; lasts until changed."""
    policy: SetPolicy
    """Free order: set a hero's retreat policy; lasts until changed."""
    deposit: Deposit
    """Free order: gems of a hero go into the vault, safe from other seats; only in the seat's entry
    room.
    """
    withdraw: Withdraw
    """Free order: a hero takes gems out of the vault; only in the seat's entry room."""
    move: Move
    """A hero moves through rooms along a path, as far as possible (PG-5.12)."""
    trade: Trade
    """An offer to a hero of another seat behind a door, or his own offer with both sides exchanged
    (PG-5.6).
    """
    rest: Rest
    """A hero rests: +2 hit points; Clerics and Wizards +1 Mana (PG-5.31)."""
    force: Force
    """A hero tries to break the spikes that block a door (PG-5.8)."""
    potion: Potion
    """A potion out of the stash heals 2d6 hit points."""
    clw: Clw
    """A Cleric cures light wounds: 1 Mana heals d6 hit points."""
    csw: Csw
    """A Cleric cures serious wounds: 2 Mana heal 2d6+3 hit points."""
    bless: Bless
    """A Cleric blesses for 2 Mana: the seat's heroes in the room hit at +1 this turn."""
    cast: Cast
    """A Wizard casts a regular spell (PG-5.9)."""
    search: Search
    """A Thief looks for caches (hidden gold) in his room (PG-5.30)."""
    spike: Spike
    """A Thief spikes a door shut, so that nobody passes it; this uses up SPIKES."""
    unspike: Unspike
    """A Thief takes the spikes out of a door; they are lost."""
    trap: SetTrap
    """A Thief sets a trap in his room; this uses up a TRAP_KIT."""
    disarm: Disarm
    """A Thief tries to disarm a trap in a neighbouring room."""
    scout: Scout
    """A Thief listens at a door and learns what is in the room behind it, up to level 3."""
    steal: Steal
    """A Thief steals a gem, or gold, from a neighbouring room (PG-5.10)."""
    def __init__(self, hero: _Optional[int] = ..., equip: _Optional[_Union[Equip, _Mapping]] = ..., unequip: _Optional[_Union[Unequip, _Mapping]] = ..., guard: _Optional[_Union[Guard, _Mapping]] = ..., policy: _Optional[_Union[SetPolicy, _Mapping]] = ..., deposit: _Optional[_Union[Deposit, _Mapping]] = ..., withdraw: _Optional[_Union[Withdraw, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., trade: _Optional[_Union[Trade, _Mapping]] = ..., rest: _Optional[_Union[Rest, _Mapping]] = ..., force: _Optional[_Union[Force, _Mapping]] = ..., potion: _Optional[_Union[Potion, _Mapping]] = ..., clw: _Optional[_Union[Clw, _Mapping]] = ..., csw: _Optional[_Union[Csw, _Mapping]] = ..., bless: _Optional[_Union[Bless, _Mapping]] = ..., cast: _Optional[_Union[Cast, _Mapping]] = ..., search: _Optional[_Union[Search, _Mapping]] = ..., spike: _Optional[_Union[Spike, _Mapping]] = ..., unspike: _Optional[_Union[Unspike, _Mapping]] = ..., trap: _Optional[_Union[SetTrap, _Mapping]] = ..., disarm: _Optional[_Union[Disarm, _Mapping]] = ..., scout: _Optional[_Union[Scout, _Mapping]] = ..., steal: _Optional[_Union[Steal, _Mapping]] = ..., **kwargs) -> None: ...

class Orders(_message.Message):
    """Orders of a seat for one turn; an absent list is empty (PG-4.2)."""
    __slots__ = ("shuffle", "hire", "buy", "heroes")
    SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    HIRE_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    shuffle: _containers.RepeatedScalarFieldContainer[int]
    """Gold that is bid on each leader board; an empty list stands for zeros. From 0. 0 to 5
    entries.
    """
    hire: _containers.RepeatedCompositeFieldContainer[HireBid]
    """Bids on candidates in the hire auction."""
    buy: _containers.RepeatedScalarFieldContainer[int]
    """Market slots to buy, in order of preference. From 0."""
    heroes: _containers.RepeatedCompositeFieldContainer[HeroOrder]
    """Orders to heroes; moves are carried out, and rooms entered, in the order of this list."""
    def __init__(self, shuffle: _Optional[_Iterable[int]] = ..., hire: _Optional[_Iterable[_Union[HireBid, _Mapping]]] = ..., buy: _Optional[_Iterable[int]] = ..., heroes: _Optional[_Iterable[_Union[HeroOrder, _Mapping]]] = ...) -> None: ...

class Action(_message.Message):
    """What a seat decides: one of these."""
    __slots__ = ("setup", "orders")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    setup: Setup
    """The party that a seat buys; it is asked for once, before the first turn (PG-2.11)."""
    orders: Orders
    """Orders of a seat for one turn; an absent list is empty (PG-4.2)."""
    def __init__(self, setup: _Optional[_Union[Setup, _Mapping]] = ..., orders: _Optional[_Union[Orders, _Mapping]] = ...) -> None: ...

class BoardOrder(_message.Message):
    """The order of seats on a leader board, after setup or after bids have changed it."""
    __slots__ = ("board", "seats")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    board: Board
    """The leader board whose order this is."""
    seats: _containers.RepeatedScalarFieldContainer[int]
    """Seats on the board, from the top. From 0 to 7. 0 to 8 entries."""
    def __init__(self, board: _Optional[_Union[Board, str]] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Slot(_message.Message):
    """A slot of the market with an item for sale."""
    __slots__ = ("slot", "item")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    slot: int
    """Number of the slot, by which orders to buy name it; slots that were sold are left out. From 0
    to 255.
    """
    item: Item
    """Item for sale in the slot."""
    def __init__(self, slot: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Candidate(_message.Message):
    """A candidate: a hero who can be hired in this turn."""
    __slots__ = ("candidate", "hero_class", "stats")
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    candidate: int
    """Number of the candidate, by which bids name him; candidates who were hired are left out. From
    0 to 255.
    """
    hero_class: HeroClass
    """Class of the candidate; the lowest bid is the price of the class."""
    stats: _containers.RepeatedScalarFieldContainer[int]
    """Base characteristics of the candidate: STR, DEX, CON, INT and initiative. From 2 to 12. 5
    entries.
    """
    def __init__(self, candidate: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., stats: _Optional[_Iterable[int]] = ...) -> None: ...

class Player(_message.Message):
    """What everybody knows of a seat (PG-6.1)."""
    __slots__ = ("seat", "gold", "gems", "heroes", "rooms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat whose facts these are. From 0 to 7."""
    gold: int
    """Gold in the seat's treasury. From 0."""
    gems: int
    """Number of the seat's gems of all kinds together: in the vault and with living heroes. From 0.
    """
    heroes: int
    """Number of the seat's living heroes. From 0 to 255."""
    rooms: int
    """Number of rooms that the seat owns. From 0 to 481."""
    def __init__(self, seat: _Optional[int] = ..., gold: _Optional[int] = ..., gems: _Optional[int] = ..., heroes: _Optional[int] = ..., rooms: _Optional[int] = ...) -> None: ...

class CreatureCount(_message.Message):
    """Number of creatures of one kind in a room."""
    __slots__ = ("creature", "count")
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    creature: Creature
    """Kind of the creatures."""
    count: int
    """Number of creatures of the kind. From 1 to 16."""
    def __init__(self, creature: _Optional[_Union[Creature, str]] = ..., count: _Optional[int] = ...) -> None: ...

class CreatureHp(_message.Message):
    """A creature in a room, with its hit points."""
    __slots__ = ("creature", "hp")
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    creature: Creature
    """Kind of the creature."""
    hp: int
    """Hit points that the creature has left. From 0 to 1000."""
    def __init__(self, creature: _Optional[_Union[Creature, str]] = ..., hp: _Optional[int] = ...) -> None: ...

class Hoard(_message.Message):
    """Gold and gems that the creatures of a room guard."""
    __slots__ = ("gold", "gems")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    gold: int
    """Gold in the hoard. From 0."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems in the hoard, by kind. From 0 to 32767. 0 to 4 entries."""
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ...) -> None: ...

class KnownDoor(_message.Message):
    """A door of a room, as a seat knows it."""
    __slots__ = ("room", "is_spiked")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    IS_SPIKED_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room behind the door. From 0 to 480."""
    is_spiked: bool
    """Whether the door is spiked; absent if the seat does not know it."""
    def __init__(self, room: _Optional[int] = ..., is_spiked: bool = ...) -> None: ...

class ItemCount(_message.Message):
    """Number of items of one kind on a floor or in a stash."""
    __slots__ = ("item", "count")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    item: Item
    """Kind of the items that are counted."""
    count: int
    """Number of items of the kind. From 1 to 32767."""
    def __init__(self, item: _Optional[_Union[Item, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Floor(_message.Message):
    """Gold, gems and items on the floor of a room."""
    __slots__ = ("gold", "gems", "items")
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    gold: int
    """Gold on the floor. From 0."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems on the floor, by kind. From 0 to 32767. 0 to 4 entries."""
    items: _containers.RepeatedCompositeFieldContainer[ItemCount]
    """Items on the floor, ascending. 0 to 26 entries."""
    def __init__(self, gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[ItemCount, _Mapping]]] = ...) -> None: ...

class Room(_message.Message):
    """A room as a seat knows it (PG-6.1 to PG-6.4). Facts that it does not know are absent."""
    __slots__ = ("room", "level", "is_explored", "owner", "has_creatures", "counts", "creatures", "hoard", "doors", "floor", "has_trap", "is_tapped")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    IS_EXPLORED_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    HAS_CREATURES_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    CREATURES_FIELD_NUMBER: _ClassVar[int]
    HOARD_FIELD_NUMBER: _ClassVar[int]
    DOORS_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    HAS_TRAP_FIELD_NUMBER: _ClassVar[int]
    IS_TAPPED_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Number of the room. From 0 to 480."""
    level: int
    """Level of the seat's knowledge of the room. From 0 to 4."""
    is_explored: bool
    """Whether some hero has ever entered the room."""
    owner: int
    """Seat that owns the room; absent if nobody owns it. From 0 to 7."""
    has_creatures: bool
    """Known from level 1: whether there are creatures in the room."""
    counts: _containers.RepeatedCompositeFieldContainer[CreatureCount]
    """Known from level 2: how many creatures of each kind are in the room, ascending by kind. 0 to
    4 entries.
    """
    creatures: _containers.RepeatedCompositeFieldContainer[CreatureHp]
    """Known from level 3: each creature in the room, in the creatures' order. 0 to 16 entries."""
    hoard: Hoard
    """Known from level 3: the hoard of the room's creatures."""
    doors: _containers.RepeatedCompositeFieldContainer[KnownDoor]
    """Doors of the room that the seat knows, in door order (PG-2.5); from level 3 all of them. 0 to
    8 entries.
    """
    floor: Floor
    """Known at level 4: what lies on the floor."""
    has_trap: bool
    """Whether the room has a trap, without saying whose; absent if the seat does not know it
    (PG-6.4).
    """
    is_tapped: bool
    """Whether a Thief of the seat has found that the room has no caches (hidden gold)."""
    def __init__(self, room: _Optional[int] = ..., level: _Optional[int] = ..., is_explored: bool = ..., owner: _Optional[int] = ..., has_creatures: bool = ..., counts: _Optional[_Iterable[_Union[CreatureCount, _Mapping]]] = ..., creatures: _Optional[_Iterable[_Union[CreatureHp, _Mapping]]] = ..., hoard: _Optional[_Union[Hoard, _Mapping]] = ..., doors: _Optional[_Iterable[_Union[KnownDoor, _Mapping]]] = ..., floor: _Optional[_Union[Floor, _Mapping]] = ..., has_trap: bool = ..., is_tapped: bool = ...) -> None: ...

class HeroRef(_message.Message):
    """Seat and id of a hero, which name him."""
    __slots__ = ("seat", "hero")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the hero's seat, 0-based. From 0 to 7."""
    hero: int
    """Id of the hero within his seat, 0-based in order of appearance. From 0 to 2500."""
    def __init__(self, seat: _Optional[int] = ..., hero: _Optional[int] = ...) -> None: ...

class Dot(_message.Message):
    """Position of a living hero, which everybody knows (PG-6.1)."""
    __slots__ = ("hero", "room", "hero_class", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Seat and id of the hero."""
    room: int
    """Room that the hero is in. From 0 to 480."""
    hero_class: HeroClass
    """Class of the hero; only for seats that know the room at level 4, and for his own seat."""
    hp: int
    """Hit points of the hero; only for seats that know the room at level 4, and for his own seat.
    From 0 to 1000.
    """
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., hp: _Optional[int] = ...) -> None: ...

class Hero(_message.Message):
    """A living hero as his own seat sees him."""
    __slots__ = ("hero", "hero_class", "room", "hp", "max_hp", "mana", "max_mana", "stats", "items", "gems", "guard", "policy", "arrival")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    MAX_HP_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    MAX_MANA_FIELD_NUMBER: _ClassVar[int]
    STATS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    GUARD_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    ARRIVAL_FIELD_NUMBER: _ClassVar[int]
    hero: int
    """Id of the hero in his seat. From 0 to 2500."""
    hero_class: HeroClass
    """Class of the hero."""
    room: int
    """Room that the hero is in. From 0 to 480."""
    hp: int
    """Hit points that the hero has left. From 0 to 1000."""
    max_hp: int
    """Full hit points of the hero. From 0 to 1000."""
    mana: int
    """Mana that the hero has left. From 0 to 1000."""
    max_mana: int
    """Full Mana of the hero. From 0 to 1000."""
    stats: _containers.RepeatedScalarFieldContainer[int]
    """Base characteristics of the hero, without items: STR, DEX, CON, INT and initiative. From 2 to
    12. 5 entries.
    """
    items: _containers.RepeatedScalarFieldContainer[Item]
    """Items that the hero has equipped, spells included, ascending. 0 to 26 entries."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems that the hero carries, by kind. From 0 to 32767. 0 to 4 entries."""
    guard: bool
    """Whether the hero is on guard: in a fight, two attacks in a row reach him."""
    policy: Policy
    """Retreat policy of the hero: when he leaves a fight."""
    arrival: int
    """Rank of the hero in the order of entry among all living heroes in his room, from 1 for the
    earliest. From 1 to 255.
    """
    def __init__(self, hero: _Optional[int] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., room: _Optional[int] = ..., hp: _Optional[int] = ..., max_hp: _Optional[int] = ..., mana: _Optional[int] = ..., max_mana: _Optional[int] = ..., stats: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., gems: _Optional[_Iterable[int]] = ..., guard: bool = ..., policy: _Optional[_Union[Policy, str]] = ..., arrival: _Optional[int] = ...) -> None: ...

class Own(_message.Message):
    """What only the seat itself knows of its possessions (PG-6.5)."""
    __slots__ = ("seat", "stash", "vault", "heroes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STASH_FIELD_NUMBER: _ClassVar[int]
    VAULT_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Index of the seat that the observation is for. From 0 to 7."""
    stash: _containers.RepeatedCompositeFieldContainer[ItemCount]
    """Items in the seat's stash, which are those that no hero wears, ascending. 0 to 26 entries."""
    vault: _containers.RepeatedScalarFieldContainer[int]
    """Gems in the seat's vault, where no other seat can take them, by kind. From 0 to 32767. 0 to 4
    entries.
    """
    heroes: _containers.RepeatedCompositeFieldContainer[Hero]
    """Living heroes of the seat, by id."""
    def __init__(self, seat: _Optional[int] = ..., stash: _Optional[_Iterable[_Union[ItemCount, _Mapping]]] = ..., vault: _Optional[_Iterable[int]] = ..., heroes: _Optional[_Iterable[_Union[Hero, _Mapping]]] = ...) -> None: ...

class Offer(_message.Message):
    """A trade offer that stands for this turn, made by the seat or to it (PG-5.6)."""
    __slots__ = ("giver", "taker", "give", "want")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    giver: HeroRef
    """Hero who makes the offer."""
    taker: HeroRef
    """Hero to whom the offer is made."""
    give: Goods
    """Goods that the giver offers."""
    want: Goods
    """Goods that the giver wants in return."""
    def __init__(self, giver: _Optional[_Union[HeroRef, _Mapping]] = ..., taker: _Optional[_Union[HeroRef, _Mapping]] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
    """What a seat may know when it is asked for a message (PG-6.6)."""
    __slots__ = ("turn", "num_seats", "width", "depth", "num_kinds", "boards", "open", "market", "candidates", "players", "unexplored", "rooms", "dots", "own", "offers")
    TURN_FIELD_NUMBER: _ClassVar[int]
    NUM_SEATS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    NUM_KINDS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    MARKET_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    UNEXPLORED_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    DOTS_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    OFFERS_FIELD_NUMBER: _ClassVar[int]
    turn: int
    """Number of the turn, from 1; 0 at setup, when nothing but seats, rooms' owners and the own
    gold is known. From 0 to 500.
    """
    num_seats: int
    """Number of seats of the match. From 2 to 8."""
    width: int
    """Number of columns of a sector, a seat's part of the dungeon. From 2 to 6."""
    depth: int
    """Number of rows of a sector, a seat's part of the dungeon. From 2 to 10."""
    num_kinds: int
    """Number of gem kinds in play. From 2 to 4."""
    boards: _containers.RepeatedCompositeFieldContainer[BoardOrder]
    """Order of seats on each of the five leader boards; none at setup. 0 to 5 entries."""
    open: _containers.RepeatedScalarFieldContainer[Board]
    """Leader boards on which seats can bid in this turn. 0 to 2 entries."""
    market: _containers.RepeatedCompositeFieldContainer[Slot]
    """Items for sale in the market. 0 to 10 entries."""
    candidates: _containers.RepeatedCompositeFieldContainer[Candidate]
    """Heroes for hire in this turn's auction; none if there is no auction. 0 to 4 entries."""
    players: _containers.RepeatedCompositeFieldContainer[Player]
    """Public facts of each seat. 0 to 8 entries."""
    unexplored: int
    """Number of rooms that no hero has entered yet. From 0 to 481."""
    rooms: _containers.RepeatedCompositeFieldContainer[Room]
    """All rooms as the seat knows them; in a public observation with public facts only."""
    dots: _containers.RepeatedCompositeFieldContainer[Dot]
    """Positions of all living heroes."""
    own: Own
    """What only the seat itself knows; absent in a public observation."""
    offers: _containers.RepeatedCompositeFieldContainer[Offer]
    """Standing trade offers that the seat has made or that are made to it."""
    def __init__(self, turn: _Optional[int] = ..., num_seats: _Optional[int] = ..., width: _Optional[int] = ..., depth: _Optional[int] = ..., num_kinds: _Optional[int] = ..., boards: _Optional[_Iterable[_Union[BoardOrder, _Mapping]]] = ..., open: _Optional[_Iterable[_Union[Board, str]]] = ..., market: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ..., candidates: _Optional[_Iterable[_Union[Candidate, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., unexplored: _Optional[int] = ..., rooms: _Optional[_Iterable[_Union[Room, _Mapping]]] = ..., dots: _Optional[_Iterable[_Union[Dot, _Mapping]]] = ..., own: _Optional[_Union[Own, _Mapping]] = ..., offers: _Optional[_Iterable[_Union[Offer, _Mapping]]] = ...) -> None: ...

class Result(_message.Message):
    """Result of one part of a seat's message (PG-4.10, PG-4.11)."""
    __slots__ = ("part", "place", "hero", "code")
    PART_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    part: OrderList
    """List of the message that the part stands in."""
    place: int
    """Index of the part in its list, from 0; 0 for the whole message; with MORE the number of
    further parts that were refused. From 0.
    """
    hero: int
    """At setup, for a part of a hero: index of the hero in the list of heroes; absent otherwise.
    From 0 to 255.
    """
    code: Code
    """Result of the part: OK, or why it was refused."""
    def __init__(self, part: _Optional[_Union[OrderList, str]] = ..., place: _Optional[int] = ..., hero: _Optional[int] = ..., code: _Optional[_Union[Code, str]] = ...) -> None: ...

class Ledger(_message.Message):
    """The gold of a seat has changed (PG-6.5)."""
    __slots__ = ("amount", "cause", "gold")
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    amount: int
    """Gold that the seat gained; negative if it spent gold."""
    cause: Cause
    """Why the gold changed."""
    gold: int
    """Gold in the seat's treasury afterwards. From 0."""
    def __init__(self, amount: _Optional[int] = ..., cause: _Optional[_Union[Cause, str]] = ..., gold: _Optional[int] = ...) -> None: ...

class Hired(_message.Message):
    """A seat has hired a candidate, a hero for hire."""
    __slots__ = ("seat", "candidate", "hero", "gold")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CANDIDATE_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that hired the candidate. From 0 to 7."""
    candidate: int
    """Number of the candidate in the auction. From 0 to 255."""
    hero: int
    """Id of the new hero, in the seat that hired him. From 0 to 2500."""
    gold: int
    """Gold that the seat paid for the candidate. From 0."""
    def __init__(self, seat: _Optional[int] = ..., candidate: _Optional[int] = ..., hero: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Bought(_message.Message):
    """A seat has bought the item in a market slot."""
    __slots__ = ("seat", "slot", "item")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat that bought the item. From 0 to 7."""
    slot: int
    """Number of the market slot that the item was in. From 0 to 255."""
    item: Item
    """Item that was in the slot."""
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class Died(_message.Message):
    """A hero has died."""
    __slots__ = ("hero",)
    HERO_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Hero that has died, by seat and id."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ...) -> None: ...

class TradeEvent(_message.Message):
    """Two heroes have traded, or an offer to trade stands for the next turn."""
    __slots__ = ("giver", "taker", "give", "want")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    WANT_FIELD_NUMBER: _ClassVar[int]
    giver: HeroRef
    """Hero who made the offer."""
    taker: HeroRef
    """Hero to whom the offer was made."""
    give: Goods
    """Goods that the giver gives."""
    want: Goods
    """Goods that the giver gets in return."""
    def __init__(self, giver: _Optional[_Union[HeroRef, _Mapping]] = ..., taker: _Optional[_Union[HeroRef, _Mapping]] = ..., give: _Optional[_Union[Goods, _Mapping]] = ..., want: _Optional[_Union[Goods, _Mapping]] = ...) -> None: ...

class ActionResult(_message.Message):
    """Result of a hero's action, for his seat."""
    __slots__ = ("hero", "place", "roll", "need", "is_success")
    HERO_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    IS_SUCCESS_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Hero who acted."""
    place: int
    """Index of the order in the seat's list of hero orders, from 0. From 0."""
    roll: int
    """Sum of the dice that were rolled; absent without a roll. From 1 to 18."""
    need: int
    """Highest roll with which the action succeeds; absent without a test. From 0 to 99."""
    is_success: bool
    """Whether the action succeeded."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., place: _Optional[int] = ..., roll: _Optional[int] = ..., need: _Optional[int] = ..., is_success: bool = ...) -> None: ...

class Healed(_message.Message):
    """A hero has regained hit points by an action."""
    __slots__ = ("hero", "amount", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Hero who was healed."""
    amount: int
    """Number of hit points that the hero regained. From 0 to 1000."""
    hp: int
    """The hero's hit points afterwards. From 0 to 1000."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., amount: _Optional[int] = ..., hp: _Optional[int] = ...) -> None: ...

class Rested(_message.Message):
    """A hero has rested and gained hit points or Mana."""
    __slots__ = ("hero", "hp", "mana")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    MANA_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Hero who rested."""
    hp: int
    """Number of hit points gained. From 0 to 1000."""
    mana: int
    """Amount of Mana gained. From 0 to 1000."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., hp: _Optional[int] = ..., mana: _Optional[int] = ...) -> None: ...

class Went(_message.Message):
    """A hero has entered a room."""
    __slots__ = ("hero", "origin", "room")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Hero who changed rooms."""
    origin: int
    """Room that the hero left. From 0 to 480."""
    room: int
    """Room that the hero is in now. From 0 to 480."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., origin: _Optional[int] = ..., room: _Optional[int] = ...) -> None: ...

class TrapSprung(_message.Message):
    """A trap has sprung, or was disarmed by the Thief who walked into it."""
    __slots__ = ("room", "hero", "roll", "damage")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room in which the trap was. From 0 to 480."""
    hero: HeroRef
    """Hero whom the trap caught; absent if it caught the first of the creatures lured into the
    room.
    """
    roll: int
    """Sum of a Thief's 3d6 to disarm the trap; absent for others. From 1 to 18."""
    damage: int
    """Hit points that the trap took; 0 if it was disarmed. From 0 to 1000."""
    def __init__(self, room: _Optional[int] = ..., hero: _Optional[_Union[HeroRef, _Mapping]] = ..., roll: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Lured(_message.Message):
    """A Wizard has lured creatures from one room into another."""
    __slots__ = ("wizard", "origin", "room")
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    wizard: HeroRef
    """Wizard who lured the creatures."""
    origin: int
    """Room that the creatures left. From 0 to 480."""
    room: int
    """Room that the creatures are in now. From 0 to 480."""
    def __init__(self, wizard: _Optional[_Union[HeroRef, _Mapping]] = ..., origin: _Optional[int] = ..., room: _Optional[int] = ...) -> None: ...

class InRoom(_message.Message):
    """A Wizard has made noise in a room; sent to seats that know the room at level 4."""
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the noise or fight. From 0 to 480."""
    def __init__(self, room: _Optional[int] = ...) -> None: ...

class AtDoor(_message.Message):
    """A door has been spiked: nobody passes through it."""
    __slots__ = ("room", "other")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the hero who acted. From 0 to 480."""
    other: int
    """Room on the other side of the door. From 0 to 480."""
    def __init__(self, room: _Optional[int] = ..., other: _Optional[int] = ...) -> None: ...

class TrapSet(_message.Message):
    """A Thief has set a trap in his room."""
    __slots__ = ("hero", "room")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Thief who set the trap."""
    room: int
    """Room of the trap. From 0 to 480."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ...) -> None: ...

class TrapDisarmed(_message.Message):
    """A Thief has tried to remove a trap in a neighbouring room."""
    __slots__ = ("hero", "room", "was_there", "is_removed")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WAS_THERE_FIELD_NUMBER: _ClassVar[int]
    IS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Thief who tried to remove the trap."""
    room: int
    """Room in which the trap was looked for. From 0 to 480."""
    was_there: bool
    """Whether the room had a trap."""
    is_removed: bool
    """Whether the trap was removed."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., was_there: bool = ..., is_removed: bool = ...) -> None: ...

class Stolen(_message.Message):
    """A Thief has stolen a gem or gold from a neighbouring room."""
    __slots__ = ("thief", "room", "victim", "gem", "gold")
    THIEF_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    VICTIM_FIELD_NUMBER: _ClassVar[int]
    GEM_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    thief: HeroRef
    """Thief who stole."""
    room: int
    """Room that he stole from. From 0 to 480."""
    victim: int
    """Seat that was robbed; absent if creatures were robbed. From 0 to 7."""
    gem: int
    """Kind of the stolen gem; absent if gold was stolen. From 0 to 3."""
    gold: int
    """Gold that was stolen; 0 if a gem was stolen. From 0."""
    def __init__(self, thief: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., victim: _Optional[int] = ..., gem: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class Struck(_message.Message):
    """A Thief was caught stealing and was struck."""
    __slots__ = ("thief", "room", "damage")
    THIEF_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    thief: HeroRef
    """Thief who was struck."""
    room: int
    """Room that he tried to steal from. From 0 to 480."""
    damage: int
    """Hit points that the Thief lost. From 0 to 1000."""
    def __init__(self, thief: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., damage: _Optional[int] = ...) -> None: ...

class Fighter(_message.Message):
    """A hero or creature in a fight, as it is before the event."""
    __slots__ = ("hero", "hero_class", "creature", "place", "hp")
    HERO_FIELD_NUMBER: _ClassVar[int]
    HERO_CLASS_FIELD_NUMBER: _ClassVar[int]
    CREATURE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    HP_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Seat and id of a hero; absent for a creature."""
    hero_class: HeroClass
    """Class of a hero; unspecified for a creature."""
    creature: Creature
    """Kind of a creature; unspecified for a hero."""
    place: int
    """Place of a creature in its group; 0 for a hero. From 0 to 2500."""
    hp: int
    """Hit points before the event; 0 or less in the event of its death. From -1000 to 1000."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., hero_class: _Optional[_Union[HeroClass, str]] = ..., creature: _Optional[_Union[Creature, str]] = ..., place: _Optional[int] = ..., hp: _Optional[int] = ...) -> None: ...

class FightBegan(_message.Message):
    """A fight has begun."""
    __slots__ = ("room", "defenders", "entrants")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    DEFENDERS_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    defenders: _containers.RepeatedCompositeFieldContainer[Fighter]
    """Heroes or creatures that were in the room, in entry order."""
    entrants: _containers.RepeatedCompositeFieldContainer[Fighter]
    """Heroes or creatures that came into the room, in entry order."""
    def __init__(self, room: _Optional[int] = ..., defenders: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ..., entrants: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ...) -> None: ...

class Round(_message.Message):
    """A round of a fight has begun."""
    __slots__ = ("room", "number")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    number: int
    """Number of the round, from 1. From 1 to 200."""
    def __init__(self, room: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class Swung(_message.Message):
    """An attack with a weapon (PG-5.19, PG-5.20)."""
    __slots__ = ("room", "attacker", "target", "roll", "is_hit", "damage")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    IS_HIT_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    attacker: Fighter
    """Hero or creature that attacks."""
    target: Fighter
    """Hero or creature that is attacked."""
    roll: int
    """Sum of the attacker's 3d6. From 1 to 18."""
    is_hit: bool
    """Whether the attack hits."""
    damage: int
    """Hit points that the target loses; 0 for a miss. From 0 to 1000."""
    def __init__(self, room: _Optional[int] = ..., attacker: _Optional[_Union[Fighter, _Mapping]] = ..., target: _Optional[_Union[Fighter, _Mapping]] = ..., roll: _Optional[int] = ..., is_hit: bool = ..., damage: _Optional[int] = ...) -> None: ...

class Prepared(_message.Message):
    """A Wizard prepares battlemagic (a spell for fights), or was hit and tests whether he goes on
    (PG-5.22, 5.23).
    """
    __slots__ = ("room", "wizard", "roll", "left")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    wizard: Fighter
    """Wizard who prepares."""
    roll: int
    """Sum of 3d6 after a hit; absent for a turn of preparation. From 1 to 18."""
    left: int
    """Turns of preparation that are left before he can cast. From 0 to 3."""
    def __init__(self, room: _Optional[int] = ..., wizard: _Optional[_Union[Fighter, _Mapping]] = ..., roll: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class CastBattlemagic(_message.Message):
    """A Wizard has cast his battlemagic, a spell for fights (PG-5.24)."""
    __slots__ = ("room", "wizard", "item", "roll", "targets", "damages")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    WIZARD_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    DAMAGES_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    wizard: Fighter
    """Wizard who casts."""
    item: Item
    """Battlemagic that is cast."""
    roll: int
    """Roll of FIREBALL or SLEEP, made once for all targets; absent for other battlemagic. From 1 to
    18.
    """
    targets: _containers.RepeatedCompositeFieldContainer[Fighter]
    """Heroes or creatures that the battlemagic strikes."""
    damages: _containers.RepeatedScalarFieldContainer[int]
    """Hit points that each target loses, in the order of the targets; all 0 for SLEEP. From 0 to
    1000.
    """
    def __init__(self, room: _Optional[int] = ..., wizard: _Optional[_Union[Fighter, _Mapping]] = ..., item: _Optional[_Union[Item, str]] = ..., roll: _Optional[int] = ..., targets: _Optional[_Iterable[_Union[Fighter, _Mapping]]] = ..., damages: _Optional[_Iterable[int]] = ...) -> None: ...

class Befell(_message.Message):
    """A sleeper has lost his turn in a fight."""
    __slots__ = ("room", "fighter")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    FIGHTER_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    fighter: Fighter
    """Hero or creature to which this happened: the sleeper."""
    def __init__(self, room: _Optional[int] = ..., fighter: _Optional[_Union[Fighter, _Mapping]] = ...) -> None: ...

class EmergencyCure(_message.Message):
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""
    __slots__ = ("room", "cleric", "hero")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CLERIC_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    cleric: Fighter
    """Cleric who saved the hero."""
    hero: Fighter
    """Hero who was saved."""
    def __init__(self, room: _Optional[int] = ..., cleric: _Optional[_Union[Fighter, _Mapping]] = ..., hero: _Optional[_Union[Fighter, _Mapping]] = ...) -> None: ...

class FightEnded(_message.Message):
    """A fight is over, because a side is empty or the highest number of rounds was played."""
    __slots__ = ("room", "rounds", "is_broken_off")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    IS_BROKEN_OFF_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room of the fight. From 0 to 480."""
    rounds: int
    """Number of rounds that were played. From 0 to 200."""
    is_broken_off: bool
    """Whether the fight was broken off at the highest number of rounds (PG-5.29)."""
    def __init__(self, room: _Optional[int] = ..., rounds: _Optional[int] = ..., is_broken_off: bool = ...) -> None: ...

class Looted(_message.Message):
    """A seat has picked up everything on the floor of a room."""
    __slots__ = ("room", "hero", "gold", "gems", "items")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    HERO_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    room: int
    """Room in which the loot lay. From 0 to 480."""
    hero: int
    """Hero of the seat who carries the gems. From 0 to 2500."""
    gold: int
    """Gold that was picked up. From 0."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems that were picked up, by kind. From 0 to 32767. 0 to 4 entries."""
    items: _containers.RepeatedScalarFieldContainer[Item]
    """Items picked up, ascending, each as often as it was there."""
    def __init__(self, room: _Optional[int] = ..., hero: _Optional[int] = ..., gold: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class Searched(_message.Message):
    """A Thief has searched a room that had caches (hidden gold)."""
    __slots__ = ("hero", "room", "roll", "gold")
    HERO_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Thief who searched."""
    room: int
    """Room that he searched. From 0 to 480."""
    roll: int
    """Sum of 3d6, which finds gold if it is at most his skill (PG-5.30); absent if nothing was
    rolled. From 1 to 18.
    """
    gold: int
    """Gold that he found; 0 if he found nothing. From 0."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., room: _Optional[int] = ..., roll: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class SpellCast(_message.Message):
    """A regular spell was cast; sent to the caster's seat. Other seats may notice its effect."""
    __slots__ = ("hero", "spell")
    HERO_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    hero: HeroRef
    """Wizard who cast the spell."""
    spell: Spell
    """Spell that was cast."""
    def __init__(self, hero: _Optional[_Union[HeroRef, _Mapping]] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class FinalSeat(_message.Message):
    """Final result of a seat."""
    __slots__ = ("seat", "gems", "gold", "rooms", "heroes", "qualified", "bonus", "placement")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GEMS_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    HEROES_FIELD_NUMBER: _ClassVar[int]
    QUALIFIED_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    """Seat whose result it is. From 0 to 7."""
    gems: _containers.RepeatedScalarFieldContainer[int]
    """Gems of the seat by kind: in the vault and with living heroes. From 0 to 32767. 0 to 4
    entries.
    """
    gold: int
    """Gold of the seat, with the bonuses. From 0."""
    rooms: int
    """Number of rooms that the seat owns. From 0."""
    heroes: int
    """Number of the seat's living heroes. From 0."""
    qualified: _containers.RepeatedScalarFieldContainer[int]
    """Kinds of gems of which the seat has the most. From 0 to 3. 0 to 4 entries."""
    bonus: int
    """Gold of the bonuses that the seat got. From 0."""
    placement: int
    """Rank of the seat, from 1. From 1 to 8."""
    def __init__(self, seat: _Optional[int] = ..., gems: _Optional[_Iterable[int]] = ..., gold: _Optional[int] = ..., rooms: _Optional[int] = ..., heroes: _Optional[int] = ..., qualified: _Optional[_Iterable[int]] = ..., bonus: _Optional[int] = ..., placement: _Optional[int] = ...) -> None: ...

class End(_message.Message):
    """The match is over; sent to everybody, with facts that were hidden until now."""
    __slots__ = ("cause", "turn", "seed", "seats")
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    cause: EndCause
    """Why the match ended."""
    turn: int
    """Number of the last turn. From 0 to 500."""
    seed: int
    """Match seed, from which all dice came. From 0 to 18446744073709551615."""
    seats: _containers.RepeatedCompositeFieldContainer[FinalSeat]
    """Final result of each seat. 0 to 8 entries."""
    def __init__(self, cause: _Optional[_Union[EndCause, str]] = ..., turn: _Optional[int] = ..., seed: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[FinalSeat, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    """Something that happened: one of these."""
    __slots__ = ("result", "ledger", "board", "hired", "bought", "died", "traded", "offer_made", "action", "healed", "rested", "entered", "retreated", "teleported", "trap_sprung", "lured", "noise", "clamor", "spikes_set", "spikes_removed", "trap_set", "trap_disarmed", "stolen", "struck", "fight_began", "round", "swung", "prepared", "cast_battlemagic", "slept", "emergency_cure", "creature_died", "fight_ended", "looted", "searched", "tapped", "spell_cast", "end")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    LEDGER_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    HIRED_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    DIED_FIELD_NUMBER: _ClassVar[int]
    TRADED_FIELD_NUMBER: _ClassVar[int]
    OFFER_MADE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    HEALED_FIELD_NUMBER: _ClassVar[int]
    RESTED_FIELD_NUMBER: _ClassVar[int]
    ENTERED_FIELD_NUMBER: _ClassVar[int]
    RETREATED_FIELD_NUMBER: _ClassVar[int]
    TELEPORTED_FIELD_NUMBER: _ClassVar[int]
    TRAP_SPRUNG_FIELD_NUMBER: _ClassVar[int]
    LURED_FIELD_NUMBER: _ClassVar[int]
    NOISE_FIELD_NUMBER: _ClassVar[int]
    CLAMOR_FIELD_NUMBER: _ClassVar[int]
    SPIKES_SET_FIELD_NUMBER: _ClassVar[int]
    SPIKES_REMOVED_FIELD_NUMBER: _ClassVar[int]
    TRAP_SET_FIELD_NUMBER: _ClassVar[int]
    TRAP_DISARMED_FIELD_NUMBER: _ClassVar[int]
    STOLEN_FIELD_NUMBER: _ClassVar[int]
    STRUCK_FIELD_NUMBER: _ClassVar[int]
    FIGHT_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    SWUNG_FIELD_NUMBER: _ClassVar[int]
    PREPARED_FIELD_NUMBER: _ClassVar[int]
    CAST_BATTLEMAGIC_FIELD_NUMBER: _ClassVar[int]
    SLEPT_FIELD_NUMBER: _ClassVar[int]
    EMERGENCY_CURE_FIELD_NUMBER: _ClassVar[int]
    CREATURE_DIED_FIELD_NUMBER: _ClassVar[int]
    FIGHT_ENDED_FIELD_NUMBER: _ClassVar[int]
    LOOTED_FIELD_NUMBER: _ClassVar[int]
    SEARCHED_FIELD_NUMBER: _ClassVar[int]
    TAPPED_FIELD_NUMBER: _ClassVar[int]
    SPELL_CAST_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    result: Result
    """Result of one part of a seat's message (PG-4.10, PG-4.11). Sent to its own seat."""
    ledger: Ledger
    """The gold of a seat has changed (PG-6.5). Sent to its own seat."""
    board: BoardOrder
    """The order of seats on a leader board, after setup or after bids have changed it."""
    hired: Hired
    """A seat has hired a candidate, a hero for hire."""
    bought: Bought
    """A seat has bought the item in a market slot."""
    died: Died
    """A hero has died."""
    traded: TradeEvent
    """Two heroes of different seats have traded."""
    offer_made: TradeEvent
    """A trade offer stands for one turn; sent to the giver's and the taker's seat (PG-5.6)."""
    action: ActionResult
    """Result of a hero's action, for his seat. Sent to its own seat."""
    healed: Healed
    """A hero has regained hit points by an action. Sent to its own seat."""
    rested: Rested
    """A hero has rested and gained hit points or Mana. Sent to its own seat."""
    entered: Went
    """A hero has entered a room."""
    retreated: Went
    """A hero has left a fight for another room."""
    teleported: Went
    """A spell has moved a hero to his seat's entry room."""
    trap_sprung: TrapSprung
    """A trap has sprung, or was disarmed by the Thief who walked into it."""
    lured: Lured
    """A Wizard has lured creatures from one room into another."""
    noise: InRoom
    """A Wizard has made noise in a room; sent to seats that know the room at level 4."""
    clamor: InRoom
    """A fight or a noise in a room, without saying which. Sent to seats that know the room at level
    1 to 3.
    """
    spikes_set: AtDoor
    """A door has been spiked: nobody passes through it."""
    spikes_removed: AtDoor
    """A door is free of spikes again: they were taken out, broken, or removed by a spell."""
    trap_set: TrapSet
    """A Thief has set a trap in his room. Sent to its own seat."""
    trap_disarmed: TrapDisarmed
    """A Thief has tried to remove a trap in a neighbouring room. Sent to its own seat."""
    stolen: Stolen
    """A Thief has stolen a gem or gold from a neighbouring room."""
    struck: Struck
    """A Thief was caught stealing and was struck."""
    fight_began: FightBegan
    """A fight has begun."""
    round: Round
    """A round of a fight has begun."""
    swung: Swung
    """An attack with a weapon (PG-5.19, PG-5.20)."""
    prepared: Prepared
    """A Wizard prepares battlemagic (a spell for fights), or was hit and tests whether he goes on
    (PG-5.22, 5.23).
    """
    cast_battlemagic: CastBattlemagic
    """A Wizard has cast his battlemagic, a spell for fights (PG-5.24)."""
    slept: Befell
    """A sleeper has lost his turn in a fight."""
    emergency_cure: EmergencyCure
    """A Cleric has kept a hero alive at 1 hit point (PG-5.25)."""
    creature_died: Befell
    """A creature has died in a fight."""
    fight_ended: FightEnded
    """A fight is over, because a side is empty or the highest number of rounds was played."""
    looted: Looted
    """A seat has picked up everything on the floor of a room. Sent to its own seat."""
    searched: Searched
    """A Thief has searched a room that had caches (hidden gold). Sent to its own seat."""
    tapped: Searched
    """A Thief has found that a room has no caches (hidden gold), or no more. Sent to its own seat.
    """
    spell_cast: SpellCast
    """A regular spell was cast; sent to the caster's seat. Other seats may notice its effect. Sent
    to its own seat.
    """
    end: End
    """The match is over; sent to everybody, with facts that were hidden until now."""
    def __init__(self, result: _Optional[_Union[Result, _Mapping]] = ..., ledger: _Optional[_Union[Ledger, _Mapping]] = ..., board: _Optional[_Union[BoardOrder, _Mapping]] = ..., hired: _Optional[_Union[Hired, _Mapping]] = ..., bought: _Optional[_Union[Bought, _Mapping]] = ..., died: _Optional[_Union[Died, _Mapping]] = ..., traded: _Optional[_Union[TradeEvent, _Mapping]] = ..., offer_made: _Optional[_Union[TradeEvent, _Mapping]] = ..., action: _Optional[_Union[ActionResult, _Mapping]] = ..., healed: _Optional[_Union[Healed, _Mapping]] = ..., rested: _Optional[_Union[Rested, _Mapping]] = ..., entered: _Optional[_Union[Went, _Mapping]] = ..., retreated: _Optional[_Union[Went, _Mapping]] = ..., teleported: _Optional[_Union[Went, _Mapping]] = ..., trap_sprung: _Optional[_Union[TrapSprung, _Mapping]] = ..., lured: _Optional[_Union[Lured, _Mapping]] = ..., noise: _Optional[_Union[InRoom, _Mapping]] = ..., clamor: _Optional[_Union[InRoom, _Mapping]] = ..., spikes_set: _Optional[_Union[AtDoor, _Mapping]] = ..., spikes_removed: _Optional[_Union[AtDoor, _Mapping]] = ..., trap_set: _Optional[_Union[TrapSet, _Mapping]] = ..., trap_disarmed: _Optional[_Union[TrapDisarmed, _Mapping]] = ..., stolen: _Optional[_Union[Stolen, _Mapping]] = ..., struck: _Optional[_Union[Struck, _Mapping]] = ..., fight_began: _Optional[_Union[FightBegan, _Mapping]] = ..., round: _Optional[_Union[Round, _Mapping]] = ..., swung: _Optional[_Union[Swung, _Mapping]] = ..., prepared: _Optional[_Union[Prepared, _Mapping]] = ..., cast_battlemagic: _Optional[_Union[CastBattlemagic, _Mapping]] = ..., slept: _Optional[_Union[Befell, _Mapping]] = ..., emergency_cure: _Optional[_Union[EmergencyCure, _Mapping]] = ..., creature_died: _Optional[_Union[Befell, _Mapping]] = ..., fight_ended: _Optional[_Union[FightEnded, _Mapping]] = ..., looted: _Optional[_Union[Looted, _Mapping]] = ..., searched: _Optional[_Union[Searched, _Mapping]] = ..., tapped: _Optional[_Union[Searched, _Mapping]] = ..., spell_cast: _Optional[_Union[SpellCast, _Mapping]] = ..., end: _Optional[_Union[End, _Mapping]] = ...) -> None: ...

class Events(_message.Message):
    """What happened."""
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    """The events, in order."""
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...
