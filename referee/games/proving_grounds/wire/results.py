"""Events that report to a seat the results of its message: one event for each part (PG-4.10, PG-4.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from referee.games.proving_grounds.tables import Code, OrderList
from referee.games.proving_grounds.wire.fields import Amount, Place, Seat
from referee.kit.records import Number

__all__ = ["MOST_REFUSALS", "RIVALRY", "Notice", "Result", "bounded", "result", "surplus"]


class Result(NamedTuple):
    """Result of one part of a seat's message (PG-4.10, PG-4.11)."""

    seat: Annotated[Seat, Number(0)]
    """Seat that sent the message."""
    part: Annotated[OrderList, Number(1)]
    """List of the message that the part stands in."""
    place: Annotated[Amount, Number(2)]
    """Index of the part in its list, from 0; 0 for the whole message; with MORE the number of
    further parts that were refused.
    """
    hero: Annotated[Place | None, Number(3)]
    """At setup, for a part of a hero: index of the hero in the list of heroes; absent otherwise."""
    code: Annotated[Code, Number(4)]
    """Result of the part: OK, or why it was refused."""


class Notice(Result):
    """Result of a part that was wrong in itself, not refused because another seat was first."""

    __slots__ = ()


MOST_REFUSALS = 32
"""Number of refused parts of one message that are reported one by one; one more result counts the
rest (AM-3).
"""
RIVALRY = frozenset({
    Code.OUTBID, Code.TAKEN, Code.NO_MATCH, Code.BLOCKED, Code.ENGAGED, Code.SPIKED,
})  # fmt: skip
"""Codes of orders that may fail because another seat was first; they are not counted as
mistakes.
"""
_RESULTS = [Result if code == Code.OK or code in RIVALRY else Notice for code in Code]
"""Class of the record that reports a result, indexed by the result's code.

It is Notice for mistakes of the sender, else Result.
"""


def result(seat: int, part: OrderList, place: int, hero: int | None, code: Code) -> Result | Notice:
    """Return the result of a part of a message; a Notice if the part itself was wrong.

    `place` is the index of the part in the list `part`; `hero`, at setup, that of the hero it is for.
    """
    return _RESULTS[code](seat, part, place, hero, code)


def surplus(
    seat: int, part: OrderList, bound: int, count: int, hero: int | None = None
) -> tuple[list[Result | Notice], int]:
    """Return refusals of entries beyond a list's bound, and the number of further such entries.

    At most MOST_REFUSALS refusals are returned.

    Args:
        seat: Seat that sent the message.
        part: The list of the message.
        bound: Number of entries of the list that are read.
        count: Number of entries that the list has.
        hero: At setup, index of the hero that the list belongs to.
    """
    told = range(bound, min(count, bound + MOST_REFUSALS))
    refused = [result(seat, part, place, hero, Code.TOO_MANY) for place in told]
    return refused, max(0, count - bound) - len(refused)


def bounded(
    seat: int, results: Sequence[Result | Notice], untold: int = 0
) -> list[Result | Notice]:
    """Return the results of a message with at most MOST_REFUSALS refusals (AM-3).

    If there are more, one result with the code MORE counts them.

    Args:
        seat: Seat that sent the message.
        results: Results of the message's parts.
        untold: Number of refused parts that are not in `results`, since `surplus` left them out.
    """
    kept: list[Result | Notice] = []
    refused = 0
    for each in results:
        refused += isinstance(each, Notice)
        if refused <= MOST_REFUSALS or not isinstance(each, Notice):
            kept.append(each)
    refused += untold
    if refused > MOST_REFUSALS:
        kept.append(result(seat, OrderList.MESSAGE, refused - MOST_REFUSALS, None, Code.MORE))
    return kept
