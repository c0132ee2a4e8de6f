"""Sentences on purchases, hires, bids and trades, on leader boards, and on refused orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.core.scene import Line, Span
from referee.core.story import word_list
from referee.games.proving_grounds.tables import ITEMS
from referee.games.proving_grounds.view.names import class_of, class_word
from referee.games.proving_grounds.view.notes import Note, Rank
from referee.games.proving_grounds.view.sentences import REASONS
from referee.games.proving_grounds.view.setup_choices import item_of
from referee.games.proving_grounds.view.telling import Told
from referee.games.proving_grounds.view.visibility import Visibility
from referee.games.proving_grounds.view.words import counted, goods_words, items_words, joined

__all__ = ["deal_notes", "tops_of"]


def deal_notes(
    events: Sequence[Told], before: Visibility | None, names: Sequence[Span]
) -> Iterator[Note]:
    """Yield the sentences of a turn for everything that costs gold, and for refused orders.

    Args:
        events: Events of the turn.
        before: What the viewer has known before the turn.
        names: Name of each seat, in its style.
    """
    yield from _spending(events, names)
    yield from _boards(events, before, names)
    yield from _hires(events, before, names)
    yield from _purchases(events, names)
    yield from _trades(events, names)
    yield from _refusals(events, names)


# Gold.


_SETUP = ("CAUSE_HERO", "CAUSE_IMPROVEMENT", "CAUSE_ITEM")


def _spending(events: Sequence[Told], names: Sequence[Span]) -> Iterator[Note]:
    """Yield sentences on what seats pay for their first party and for bids; other payments have their own events."""
    bidders: list[Line] = []
    parties: dict[tuple[int, int], list[Line]] = {}
    for seat, name in enumerate(names):
        entries = [
            part
            for each in events
            if each.kind == "ledger" and each.whose == seat
            for part in each.body.get("parts", [each.body])
        ]
        party = -sum(one["amount"] for one in entries if one["cause"] in _SETUP)
        bids = -sum(one["amount"] for one in entries if one["cause"] == "CAUSE_BID")
        if party:
            parties.setdefault((party, entries[-1]["gold"]), []).append((name,))
        if bids:
            bidders.append((name, Span(f" bids {bids} gold")))
    for (party, left), buyers in parties.items():
        if len(buyers) == 1:
            text = f" spends {party} gold on its party and keeps {left}"
        else:
            text = f" each spend {party} gold on a party and keep {left}"
        yield Note(Rank.HIRE, (*joined(buyers), Span(text)))
    if bidders:
        yield Note(Rank.BID, (Span("For places on the boards, "), *joined(bidders)))


# Boards.


_TOPS = {
    "BOARD_ORDER": "acts",
    "BOARD_MOVE": "moves",
    "BOARD_BUY": "buys",
}
"""What the seat at the top of a board may do before all others, by board."""
_FAVOURS = {"BOARD_HIRE": "is preferred for hires", "BOARD_TIE": "wins ties"}
"""Further right of the seat at the top of a board, by board."""


def tops_of(events: Sequence[Told], before: Visibility | None) -> dict[int, str]:
    """Return the rights of the seats that have newly reached the top of a leader board, by seat.

    Rights are in words. `before` is what the viewer knew before these events.
    """
    old = {} if before is None else {one["board"]: one["seats"] for one in before.heading["boards"]}
    gained: dict[int, list[str]] = {}
    for each in events:
        if each.kind == "board":
            board, (top, *_) = each.body["board"], each.body["seats"]
            if board not in old or old[board][0] != top:
                gained.setdefault(top, []).append(board)
    return {seat: _rights(boards) for seat, boards in sorted(gained.items())}


def _rights(boards: Sequence[str]) -> str:
    """Return the rights at the top of these boards, in words: `moves and buys first and wins ties`."""
    firsts = word_list([_TOPS[board] for board in boards if board in _TOPS])
    # A hero goes to the highest bid; only among equal ones the board counts (PG-5.3).
    others = [_FAVOURS[board] for board in boards if board in _FAVOURS]
    return word_list([f"{firsts} first"] * bool(firsts) + others)


def _boards(
    events: Sequence[Told], before: Visibility | None, names: Sequence[Span]
) -> Iterator[Note]:
    tops = tops_of(events, before)
    if before is not None and before.heading["boards"]:
        for seat, verbs in tops.items():
            yield Note(Rank.BOARD, (names[seat], Span(f" now {verbs}")))
    elif tops:
        parts: list[Line] = [(names[seat], Span(f" {verbs}")) for seat, verbs in tops.items()]
        yield Note(Rank.BOARD, joined(parts, "; " if len(parts) == 2 else " and "))


# Heroes and items.


def _hires(
    events: Sequence[Told], before: Visibility | None, names: Sequence[Span]
) -> Iterator[Note]:
    known = before.heading["candidates"] if before is not None else ()
    classes = {one["candidate"]: class_of(one) for one in known}
    for each in events:
        if each.kind == "hired":
            body = each.body
            kind = class_word(classes.get(body["candidate"]))
            text = f" hires a {kind} for {body['gold']} gold"
            yield Note(Rank.HIRE, (names[body["seat"]], Span(text)))


def _purchases(events: Sequence[Told], names: Sequence[Span]) -> Iterator[Note]:
    for seat, name in enumerate(names):
        items = [each.body["item"] for each in events if _is_purchase(each, seat)]
        if items:
            price = sum(ITEMS[item_of(item)].gold for item in items)
            text = f" buys {word_list(items_words(items))} for {price} gold"
            yield Note(Rank.BUY, (name, Span(text)))


def _is_purchase(each: Told, seat: int) -> bool:
    return each.kind == "bought" and each.body["seat"] == seat


# Trades.


def _trades(events: Sequence[Told], names: Sequence[Span]) -> Iterator[Note]:
    for each in events:
        if each.kind in ("traded", "offer_made"):
            body = each.body
            giver, taker = (names[body[side]["seat"]] for side in ("giver", "taker"))
            is_done = each.kind == "traded"
            goods = f" {goods_words(body['give'])} for {goods_words(body['want'])}"
            line = (giver, Span(" gives " if is_done else " offers "), taker, Span(goods))
            yield Note(Rank.TRADE if is_done else Rank.DETAIL, line)


# Refused orders.


def _refusals(events: Sequence[Told], names: Sequence[Span]) -> Iterator[Note]:
    """Yield a sentence for each seat with refused orders, with the reason that is most frequent."""
    for seat, name in enumerate(names):
        bodies = [each.body for each in events if each.kind == "result" and each.whose == seat]
        codes = Counter(body["code"].removeprefix("CODE_") for body in bodies)
        del codes["OK"]
        # One result stands for all that are beyond the number of refusals that are reported.
        more = sum(body["place"] for body in bodies if body["code"] == "CODE_MORE")
        del codes["MORE"]
        if codes["BAD_MESSAGE"]:
            yield Note(Rank.REFUSED, (name, Span(" sends no message that can be read")))
        elif codes:
            ((code, _),) = codes.most_common(1)
            count = codes.total() + more
            orders = "an order" if count == 1 else counted(count, "order")
            why = "the reason" if len(codes) == 1 and not more else "the usual reason"
            text = f" has {orders} refused; {why}: {REASONS[code]}"
            yield Note(Rank.REFUSED, (name, Span(text)))
