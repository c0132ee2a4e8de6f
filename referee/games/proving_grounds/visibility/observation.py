"""What a seat may know of a match, and what everybody may know (PG-6.1 to PG-6.6).

An observation is built by adding what may be known. Whatever a seat does not know is None or left
out. Rooms, heroes and dots (public positions of heroes) are kept as arrays of numbers; records or
bytes are made from them only when they are read.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.columns import Ints, Shorts
from referee.games.proving_grounds.rules.actions.trading import Offer, standing_offers
from referee.games.proving_grounds.rules.checked import open_boards
from referee.games.proving_grounds.rules.heroes import Ref
from referee.games.proving_grounds.rules.market.boards import seats_of
from referee.games.proving_grounds.rules.rooms import num_unexplored
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.tables import (
    MAX_LEVEL,
    MAX_SEATS,
    MOST_KINDS,
    NUM_BOARDS,
    Board,
)
from referee.games.proving_grounds.visibility.heroes import hero_of, hero_rows, players_of
from referee.games.proving_grounds.visibility.rooms import Shape, counted, known_rooms, room_of
from referee.games.proving_grounds.wire.events import BoardOrder
from referee.games.proving_grounds.wire.fields import Depth, NumSeats, Turn, Width
from referee.games.proving_grounds.wire.observation import (
    CandidateView,
    Dot,
    OfferView,
    Own,
    Player,
    RoomView,
    Slot,
)
from referee.kit.flat import LazyRecord
from referee.kit.records import OneOf

__all__ = ["Known", "Observation", "Public", "observe", "observe_public"]


@dataclasses.dataclass(slots=True, eq=False)
class Public:
    """Facts that everybody knows of a match now; shared by the observations of all seats."""

    turn: int
    num_seats: int
    width: int
    depth: int
    num_kinds: int
    boards: tuple[BoardOrder, ...]
    open: tuple[int, ...]
    market: tuple[Slot, ...]
    candidates: tuple[CandidateView, ...]
    players: tuple[Player, ...]
    unexplored: int
    plain_rooms: list[tuple[int, int, int]]
    """For each room: its number, whether it is explored (0 or 1), and its owner or NONE."""
    living: list[tuple[int, int, int, int, int]]
    """Seat, id, room, class and hit points of each living hero, ordered by seat and id. Class and
    hit points are not for everybody.
    """
    encoded: bytes | None = None
    """Encoded fields before the rooms; None until the codec encodes them for the first time."""
    encoded_rooms: list[bytes] = dataclasses.field(default_factory=list)
    """Encoded public view of each room; empty until the codec encodes an observation."""
    encoded_dots: list[tuple[bytes, bytes]] = dataclasses.field(default_factory=list)
    """Encoded dot of each living hero, without and with class and hit points; empty until the codec
    encodes an observation.
    """


class Known(NamedTuple):
    """Facts that one seat knows in addition to the public ones."""

    seat: int
    rooms: Shorts
    """int16[row, column]: rooms of which the seat knows more than is public, as rows of the module
    `rooms`.
    """
    shape: Shape
    """Numbers of columns of the rows in `rooms`."""
    dots: list[bool]
    """Whether the seat knows class and hit points of each living hero, in the order of
    `Public.living`.
    """
    stash: list[int]
    """Number of each item in the seat's stash of items that no hero wears, indexed by Item."""
    vault: list[int]
    """Number of gems in the seat's vault, by kind."""
    heroes: Ints
    """int32[hero, column]: the seat's living heroes: columns of `State.heroes`, id, gems by kind."""
    offers: tuple[OfferView, ...]


class Observation(LazyRecord):
    """What a seat may know when it is asked for a message (PG-6.6)."""

    turn: Turn
    """Number of the turn, from 1; 0 at setup, when nothing but seats, rooms' owners and the own
    gold is known.
    """
    num_seats: NumSeats
    """Number of seats of the match."""
    width: Width
    """Number of columns of a sector, a seat's part of the dungeon."""
    depth: Depth
    """Number of rows of a sector, a seat's part of the dungeon."""
    num_kinds: Annotated[int, Field(ge=2, le=MOST_KINDS)]
    """Number of gem kinds in play."""
    boards: Annotated[tuple[BoardOrder, ...], Field(max_length=NUM_BOARDS)]
    """Order of seats on each of the five leader boards; none at setup."""
    open: Annotated[tuple[Annotated[int, OneOf(Board)], ...], Field(max_length=2)]
    """Leader boards on which seats can bid in this turn."""
    market: Annotated[tuple[Slot, ...], Field(max_length=MAX_SEATS + 2)]
    """Items for sale in the market."""
    candidates: Annotated[tuple[CandidateView, ...], Field(max_length=MOST_KINDS)]
    """Heroes for hire in this turn's auction; none if there is no auction."""
    players: Annotated[tuple[Player, ...], Field(max_length=MAX_SEATS)]
    """Public facts of each seat."""
    unexplored: Annotated[int, Field(ge=0, le=481)]
    """Number of rooms that no hero has entered yet."""
    rooms: tuple[RoomView, ...]
    """All rooms as the seat knows them; in a public observation with public facts only."""
    dots: tuple[Dot, ...]
    """Positions of all living heroes."""
    own: Own | None
    """What only the seat itself knows; absent in a public observation."""
    offers: tuple[OfferView, ...]
    """Standing trade offers that the seat has made or that are made to it."""

    __slots__ = ("known", "public")

    def __init__(self, public: Public, known: Known | None = None) -> None:
        self.public = public
        """Facts that everybody knows, shared by all observations of this moment."""
        self.known = known
        """Facts that the seat knows in addition; None in a public observation."""

    def _read(self, name: str) -> Any:
        # Read on demand: most observations are only encoded, and for that the arrays are enough.
        read = _READERS.get(name)
        return getattr(self.public, name) if read is None else read(self)


def _rooms(seen: Observation) -> tuple[RoomView, ...]:
    rooms = [
        RoomView(room, 0, bool(explored), None if owner == c.NONE else owner)
        for room, explored, owner in seen.public.plain_rooms
    ]
    if seen.known is not None:
        # Public views first; where the seat knows more, a full view takes the place of the public
        # one.
        for row in seen.known.rooms.tolist():
            view = room_of(row, seen.known.shape)
            rooms[view.room] = view
    return tuple(rooms)


def _dots(seen: Observation) -> tuple[Dot, ...]:
    living = seen.public.living
    # `Public.living` holds class and hit points for all; they must not leave it where they are not
    # known.
    known = [False] * len(living) if seen.known is None else seen.known.dots
    return tuple([
        Dot(Ref(seat, hero), room, kind, hp) if is_known else Dot(Ref(seat, hero), room)
        for (seat, hero, room, kind, hp), is_known in zip(living, known, strict=True)
    ])  # fmt: skip


def _own(seen: Observation) -> Own | None:
    known = seen.known
    if known is None:
        return None
    heroes = tuple(map(hero_of, known.heroes.tolist()))
    return Own(known.seat, counted(known.stash), tuple(known.vault), heroes)


_READERS: dict[str, Callable[[Observation], Any]] = {
    "rooms": _rooms,
    "dots": _dots,
    "own": _own,
    "offers": lambda seen: () if seen.known is None else seen.known.offers,
}
"""By name, functions that read the fields that are not taken as they are from `Public`."""


def observe(state: State, seats: Sequence[int]) -> list[Observation]:
    """Return what each seat in `seats` may know now, in their order.

    Public facts are computed once for all seats.
    """
    if not seats:
        return []
    # One `Public` for all seats, in which the codec keeps the bytes of the public parts.
    public, chosen = _public(state), list(seats)
    shape = Shape.of(state)
    heroes = hero_rows(state)
    stash, vault = state.stash[chosen].tolist(), state.vault[chosen].tolist()
    # At setup nothing is known of contents and doors, not even of the entry room at level 4 (PG-6.6).
    if state.match.item(c.PHASE) == c.SETUP:
        nothing, unknown = np.empty((0, 1), np.int16), [False] * len(public.living)
        return [
            Observation(public, Known(seat, nothing, shape, unknown, items, gems, heroes[seat], ()))
            for seat, items, gems in zip(chosen, stash, vault, strict=True)
        ]
    at, rooms = known_rooms(state, chosen, shape)
    # `at` ascends, so the rows of one seat are a slice; `ends` has the bounds of all slices.
    ends = np.searchsorted(at, range(len(chosen) + 1)).tolist()
    owners, ids = state.heroes[:, :, c.ALIVE].nonzero()
    dots = state.levels[chosen][:, state.heroes[owners, ids, c.ROOM]] >= MAX_LEVEL
    # Class and hit points of a hero are known at level 4 in his room, and always to his own seat (PG-6.1).
    dots |= owners == np.array(chosen)[:, np.newaxis]
    offers = standing_offers(state)
    return [
        Observation(
            public,
            Known(
                seat,
                rooms[ends[place] : ends[place + 1]],
                shape,
                dots[place].tolist(),
                stash[place],
                vault[place],
                heroes[seat],
                _offers_of(offers, seat),
            ),
        )
        for place, seat in enumerate(chosen)
    ]


def _offers_of(offers: Sequence[Offer], seat: int) -> tuple[OfferView, ...]:
    return tuple([
        OfferView(offer.giver, offer.taker, offer.give, offer.want)
        for offer in offers
        if seat in (offer.giver.seat, offer.taker.seat)
    ])  # fmt: skip


def observe_public(state: State) -> Observation:
    """Return what everybody may know at all times (PG-6.1)."""
    return Observation(_public(state))


def _public(state: State) -> Public:
    is_setup = state.match.item(c.PHASE) == c.SETUP
    turn = state.match.item(c.TURN)
    seats, heroes = state.heroes[:, :, c.ALIVE].nonzero()
    rows = state.heroes[seats, heroes]
    living = zip(
        seats.tolist(), heroes.tolist(), *rows[:, [c.ROOM, c.CLASS, c.HP]].T.tolist(), strict=True
    )
    explored, owners = state.rooms[:, c.EXPLORED].tolist(), state.rooms[:, c.OWNER].tolist()
    # At setup no board has an order and none is open, so neither is shown (PG-6.6).
    return Public(
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
        players_of(state),
        num_unexplored(state),
        list(zip(range(len(owners)), explored, owners, strict=True)),
        list(living),
    )  # fmt: skip
