"""Observations of Proving Grounds made record by record, straight from the state, with nothing remembered.

The plain way, by which messages are proven that are written from rows: `message_of` writes what it makes with
the writer of the schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Bools
from referee.games.proving_grounds.rules.actions.trading import standing_offers
from referee.games.proving_grounds.rules.checked import open_boards
from referee.games.proving_grounds.rules.equipment import items_of
from referee.games.proving_grounds.rules.heroes import (
    Ref,
    carried_gems,
    living,
    max_hp,
    max_mana,
    num_living,
    room_of,
)
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.rooms import creatures_in, num_rooms_of, num_unexplored
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import Board
from referee.games.proving_grounds.wire.codec import SCHEMA
from referee.games.proving_grounds.wire.events import BoardOrder
from referee.games.proving_grounds.wire.observation import (
    CandidateView,
    CreatureCount,
    CreatureHp,
    Dot,
    FloorView,
    HeroView,
    Hoard,
    ItemCount,
    KnownDoor,
    OfferView,
    Own,
    Player,
    RoomView,
    Slot,
)

__all__ = ["message_of", "plain_observations", "plain_public"]

_RED_CIRCLE, _COUNTED, _DETAILED, _FAMILIAR = 1, 2, 3, 4
"""Knowledge levels (PG-6.2)."""


class Observation(NamedTuple):
    """The fields of an observation."""

    turn: Any
    num_seats: Any
    width: Any
    depth: Any
    num_kinds: Any
    boards: Any
    open: Any
    market: Any
    candidates: Any
    players: Any
    unexplored: Any
    rooms: Any
    dots: Any
    own: Any
    offers: Any


def plain_observations(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return what each of `seats` may know now."""
    public = plain_public(state)
    return [_add_own(state, public, seat) for seat in seats]


def message_of(seen: Observation) -> bytes:
    """Return an observation as the writer of the schema has it."""
    return SCHEMA.writer(SCHEMA.observation)(seen)


def plain_public(state: State) -> Observation:
    """Return what everybody may know at all times (PG-6.1)."""
    is_setup = state.match.item(c.PHASE) == c.SETUP
    turn = state.match.item(c.TURN)
    return Observation(
        turn,
        len(state.seats),
        state.rules.item(c.WIDTH),
        state.rules.item(c.DEPTH),
        state.vault.shape[1],
        () if is_setup else tuple([
            BoardOrder(board, tuple(seats_of(state, board))) for board in Board
        ]),
        () if is_setup else tuple([int(board) for board in open_boards(turn)]),
        tuple([Slot(slot, item) for slot, item in enumerate(state.market.tolist()) if item != c.NONE]),
        tuple([
            CandidateView(number, kind, tuple(stats))
            for number, (kind, *stats) in enumerate(state.candidates.tolist())
            if kind != c.NONE
        ]),
        tuple([_player(state, seat) for seat in range(len(state.seats))]),
        num_unexplored(state),
        tuple([
            RoomView(room, 0, bool(explored), _present(owner))
            for room, (explored, owner, *_) in enumerate(state.rooms.tolist())
        ]),
        tuple([
            Dot(Ref(seat, hero), room_of(state, seat, hero))
            for seat in range(len(state.seats))
            for hero in living(state, seat)
        ]),
        None,
        (),
    )  # fmt: skip


def _present(value: int) -> int | None:
    return None if value == c.NONE else value


def _player(state: State, seat: int) -> Player:
    return Player(
        seat,
        state.seats.item(seat, c.GOLD),
        sum(carried_gems(state, seat)),
        num_living(state, seat),
        num_rooms_of(state, seat),
    )


def _add_own(state: State, public: Observation, seat: int) -> Observation:
    if state.match.item(c.PHASE) == c.SETUP:
        return public._replace(own=_own(state, seat))
    levels: list[int] = state.levels[seat].tolist()
    traps = _sees_traps(state, seat)
    # All other rooms are as everybody sees them, and so the same records for all seats.
    known = _known_rooms(state, seat, traps)
    return public._replace(
        rooms=tuple([
            _room(state, seat, view, levels, sees_trap=bool(traps[view.room])) if view.room in known else view
            for view in public.rooms
        ]),
        dots=tuple([_dot(state, seat, dot, levels) for dot in public.dots]),
        own=_own(state, seat),
        offers=tuple([
            OfferView(offer.giver, offer.taker, offer.give, offer.want)
            for offer in standing_offers(state)
            if seat in (offer.giver.seat, offer.taker.seat)
        ]),
    )  # fmt: skip


def _known_rooms(state: State, seat: int, traps: Bools) -> set[int]:
    """Return rooms of which a seat knows anything that not everybody does."""
    detailed = state.levels[seat] >= _DETAILED
    behind = set(state.doors[detailed].ravel().tolist())
    tapped = state.tapped[seat]
    return behind | set(np.flatnonzero((state.levels[seat] > 0) | traps | tapped).tolist())


def _room(
    state: State, seat: int, view: RoomView, levels: list[int], *, sees_trap: bool
) -> RoomView:
    """Return a room with what the seat's levels add."""
    room, level = view.room, levels[view.room]
    fields: dict[str, object] = {"level": level, "doors": _doors(state, room, levels)}
    if level >= _RED_CIRCLE:
        fields["has_creatures"] = bool(creatures_in(state, room))
    if level >= _COUNTED:
        fields["counts"] = _counts(state, room)
    if level >= _DETAILED:
        fields["creatures"] = tuple([
            CreatureHp(kind, hp) for kind, hp in state.creatures[room].tolist() if kind != c.NONE
        ])  # fmt: skip
        gold = state.rooms.item(room, c.HOARD_GOLD)
        fields["hoard"] = Hoard(gold, tuple(state.hoard_gems[room].tolist()))
    if level >= _FAMILIAR:
        fields["floor"] = _floor(state, room)
    if sees_trap:
        fields["has_trap"] = state.rooms.item(room, c.TRAP) != c.NONE
    fields["is_tapped"] = bool(state.tapped[seat, room])
    return view._replace(**fields)  # type: ignore[arg-type]


def _counts(state: State, room: int) -> tuple[CreatureCount, ...]:
    kinds = [state.creatures.item(room, place, c.C_KIND) for place in creatures_in(state, room)]
    return tuple([CreatureCount(kind, kinds.count(kind)) for kind in sorted(set(kinds))])


def _doors(state: State, room: int, levels: list[int]) -> tuple[KnownDoor, ...]:
    """Doors that are known from either side, with their spikes if either side is familiar (PG-6.3)."""
    found = []
    for place, other in enumerate(state.doors[room].tolist()):
        if other != c.NONE:
            level = max(levels[room], levels[other])
            if level >= _DETAILED:
                is_spiked = bool(state.spiked[room, place]) if level >= _FAMILIAR else None
                found.append(KnownDoor(other, is_spiked))
    return tuple(found)


def _floor(state: State, room: int) -> FloorView:
    return FloorView(
        state.rooms.item(room, c.FLOOR_GOLD),
        tuple(state.floor_gems[room].tolist()),
        _counted(state.floor_items[room].tolist()),
    )


def _counted(numbers: list[int]) -> tuple[ItemCount, ...]:
    return tuple([ItemCount(item, count) for item, count in enumerate(numbers) if count])


def _sees_traps(state: State, seat: int) -> Bools:
    """bool[room]: whether a trap there would be seen by this seat (PG-6.4)."""
    owners, setters = state.rooms[:, c.OWNER], state.rooms[:, c.TRAP]
    seen: Bools = (owners == seat) | (setters == seat) | state.trap_seen[seat]
    return seen


def _dot(state: State, seat: int, dot: Dot, levels: list[int]) -> Dot:
    if dot.hero.seat != seat and levels[dot.room] < _FAMILIAR:
        return dot
    row = state.heroes[dot.hero]
    return dot._replace(kind=int(row[c.CLASS]), hp=int(row[c.HP]))


def _own(state: State, seat: int) -> Own:
    return Own(
        seat,
        _counted(state.stash[seat].tolist()),
        tuple(state.vault[seat].tolist()),
        tuple([_hero(state, seat, hero) for hero in living(state, seat)]),
    )


def _hero(state: State, seat: int, hero: int) -> HeroView:
    row = state.heroes[seat, hero].tolist()
    return HeroView(
        hero,
        row[c.CLASS],
        row[c.ROOM],
        row[c.HP],
        max_hp(state, seat, hero),
        row[c.MANA],
        max_mana(state, seat, hero),
        tuple(row[c.STATS : c.SLOTS]),
        tuple([int(item) for item in items_of(state, seat, hero)]),
        tuple(state.hero_gems[seat, hero].tolist()),
        bool(row[c.GUARD]),
        row[c.POLICY],
        _rank_in_room(
            state, row
        ),  # the number itself would tell how many came into rooms elsewhere
    )


def _rank_in_room(state: State, row: list[int]) -> int:
    """Place of a living hero in the order in which all that live in his room came, from 1 (PG-3.3a)."""
    others = state.heroes[
        (state.heroes[:, :, c.ALIVE] == 1) & (state.heroes[:, :, c.ROOM] == row[c.ROOM])
    ]
    return 1 + int((others[:, c.ARRIVAL] < row[c.ARRIVAL]).sum())
