"""Refused parts of orders as sentences, for the seat that sent the order and for viewers of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.dice_adventure.view.words import (
    join,
    member_words,
    number_word,
    phrase,
    sentence,
    verb,
)

__all__ = ["refusal_sentences"]

_WHOLE = {
    "LATE": "came too late",
    "MALFORMED": "could not be read",
    "WRONG_PHASE": "was for another phase",
    "ALREADY_SENT": "was its second one",
    "NOT_ACTING": "was not asked for",
}
"""Text for an order that was refused as a whole, by refusal code."""
_PARTS = {
    "MALFORMED": "not readable",
    "TOO_MANY": "beyond the limit of an order",
    "BAD_SYMBOL": "an unknown symbol",
    "OUT_OF_MAP": "off the map",
    "NO_AP": "no action points left",
    "BAD_STEP": "an unknown step, taken as a wait",
}
"""Text for an entry of an order that was refused, by refusal code."""


def refusal_sentences(refused: Mapping[int, Sequence[Fields]], party: int) -> Iterator[Sentence]:
    """Yield sentences for each member whose order was refused, or some entries of it (DA-4.7).

    Args:
        refused: Messages on refused parts, by member (1 Dwarf, 2 Giant, 3 Human).
        party: Index of the members' party.
    """
    for member, parts in refused.items():
        whose = phrase(member_words((member,), party), "'s order")
        codes = [part["code"].removeprefix("REFUSAL_CODE_") for part in parts]
        whole = [code for code, part in zip(codes, parts, strict=True) if "index" not in part]
        for code in whole:
            yield sentence(whose, f" {_WHOLE.get(code, 'did not count')}")
        entries = [part for part in parts if "index" in part]
        if entries:
            number = sum(1 + part["more"] for part in entries)
            reasons = [
                _PARTS.get(code, "refused") for code in dict.fromkeys(codes) if code in _PARTS
            ]
            text = f"{number_word(number)} {verb(number, 'entry', 'entries')} of "
            does = verb(number, "does", "do")
            yield sentence(text, whose, f" {does} not count: ", join(reasons))
