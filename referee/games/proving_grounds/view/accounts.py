"""Publicly known changes of each seat in a turn: rooms, gems, gold and heroes (PG-6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.scene import Line, Span
from referee.core.story import word_list
from referee.games.proving_grounds.tables import ITEMS
from referee.games.proving_grounds.view.battles import Battle
from referee.games.proving_grounds.view.notes import Note, Rank
from referee.games.proving_grounds.view.setup_choices import item_of
from referee.games.proving_grounds.view.telling import Told
from referee.games.proving_grounds.view.visibility import Visibility
from referee.games.proving_grounds.view.words import counted, joined, room_line, rooms_line

__all__ = ["Account", "account_notes", "accounts_of"]


class Account(NamedTuple):
    """Changes of one seat in a turn, as far as everybody may know them."""

    explored: tuple[int, ...] = ()
    """Numbers of the rooms that the seat took and that nobody had entered before."""
    taken: tuple[tuple[int, int], ...] = ()
    """Rooms that the seat took from other seats, each as room number and former owner."""
    gems: int = 0
    """Change of the number of the seat's gems, of all kinds together, in the turn."""
    income: int = 0
    """Change of the gold, not counting what the seat has paid for heroes and items.

    A negative value means that the seat has paid for bids or in a trade.
    """
    movers: int = 0
    """Number of living heroes that are in another room than before."""
    num_origins: int = 0
    """Number of different rooms in which the seat's living heroes were before the turn."""
    places: tuple[int, ...] = ()
    """Numbers of the rooms in which the seat's heroes are now, ascending."""


def accounts_of(
    now: Visibility, before: Visibility | None, events: Sequence[Told]
) -> tuple[Account, ...]:
    """Return what has changed for each seat; empty accounts if the step before is not known or was setup.

    Args:
        now: What the viewer may know after the turn.
        before: What the viewer knew before the turn.
        events: Events of the turn.
    """
    players = now.heading["players"]
    if before is None or not before.heading["turn"]:
        # At setup there is nothing that a turn could have changed.
        return (Account(),) * len(players)
    spent = _spent(events, len(players))
    explored: dict[int, list[int]] = {}
    taken: dict[int, list[tuple[int, int]]] = {}
    for room, old in zip(now.rooms, before.rooms, strict=True):
        owner = room.get("owner")
        if owner is None or owner == old.get("owner"):
            continue
        if not old["is_explored"]:
            explored.setdefault(owner, []).append(room["room"])
        elif "owner" in old:
            taken.setdefault(owner, []).append((room["room"], old["owner"]))
    was = {player["seat"]: player for player in before.heading["players"]}
    accounts = []
    for player in sorted(players, key=lambda one: int(one["seat"])):
        seat = player["seat"]
        gold = player["gold"] - was[seat]["gold"]
        mine = {ref: dot for ref, dot in now.dots.items() if ref[0] == seat}
        movers = [
            ref for ref, dot in mine.items()
            if ref in before.dots and before.dots[ref]["room"] != dot["room"]
        ]  # fmt: skip
        accounts.append(
            Account(
                tuple(explored.get(seat, ())),
                tuple(taken.get(seat, ())),
                player["gems"] - was[seat]["gems"],
                gold + spent[seat],
                len(movers),
                len({before.dots[ref]["room"] for ref in mine if ref in before.dots}),
                tuple(sorted({dot["room"] for dot in mine.values()})),
            )
        )
    return tuple(accounts)


def _spent(events: Sequence[Told], num_seats: int) -> list[int]:
    """Return the gold that each seat has paid in the turn for hired heroes and bought items."""
    spent = [0] * num_seats
    for each in events:
        if each.kind == "hired":
            spent[each.body["seat"]] += each.body["gold"]
        elif each.kind == "bought":
            spent[each.body["seat"]] += ITEMS[item_of(each.body["item"])].gold
    return spent


def account_notes(
    accounts: Sequence[Account],
    names: Sequence[Span],
    hall: int,
    *,
    seen: Sequence[int],
    fought: Sequence[Battle],
    is_end: bool,
) -> Iterator[Note]:
    """Yield a sentence for each seat on its changes in the turn.

    Args:
        accounts: Changes in the turn, by seat.
        names: Name of each seat, in its style.
        hall: Number of the hall.
        seen: Seats whose own events the viewer sees; other sentences report their gains of gems and
            gold.
        fought: Fights that the viewer has seen; their rooms and their fighters are left out here.
        is_end: Whether the match has ended, so that bonuses have changed the gold.
    """
    rooms_fought = {battle.room for battle in fought}
    fighters = {seat for battle in fought for seat in battle.seats}
    won = {battle.room for battle in fought if len(battle.seats) > 1}
    moves: list[Line] = []
    for seat, account in enumerate(accounts):
        is_seen = seat in seen
        explored = [room for room in account.explored if room not in rooms_fought]
        verbs: list[Line] = []
        if explored:
            verbs.append((Span("explores "), *rooms_line(explored, hall)))
        taken = [pair for pair in account.taken if pair[0] not in won]
        for other in sorted({owner for _, owner in taken}):
            rooms = [room for room, owner in taken if owner == other]
            verbs.append((Span("takes "), *rooms_line(rooms, hall), Span(" from "), names[other]))
        rank = Rank.ROOMS
        if not is_seen:
            gains = [_gems(account.gems)] if account.gems > 0 else []
            gains += [f"{account.income} gold"] if account.income > 0 and not is_end else []
            verbs += [(Span(f"gains {word_list(gains)}"),)] if gains else []
            verbs += [(Span(f"loses {_gems(-account.gems)}"),)] if account.gems < 0 else []
            rank = Rank.GEM if account.gems else rank
        if verbs:
            yield Note(rank, (names[seat], Span(" "), *joined(verbs)))
        elif account.movers and seat not in fighters:
            moves.append(_moved(account, names[seat], hall))
    if moves:
        yield Note(Rank.MOVE, joined(moves))
    if not is_end:
        paid = {seat: -one.income for seat, one in enumerate(accounts) if one.income < 0}
        parts: list[Line] = [
            (names[seat], Span(f" at least {gold} gold"))
            for seat, gold in paid.items()
            if seat not in seen
        ]
        if parts:
            yield Note(Rank.BID, (Span("Bids or trades cost "), *joined(parts)))


def _gems(count: int) -> str:
    return "a gem" if count == 1 else counted(count, "gem")


def _moved(account: Account, name: Span, hall: int) -> Line:
    if len(account.places) == 1:
        (place,) = account.places
        verb = " gathers in " if account.num_origins > 1 else " moves to "
        return (name, Span(verb), *room_line(place, hall))
    return (
        name,
        Span(f" moves {'a hero' if account.movers == 1 else counted(account.movers, 'hero')}"),
    )
