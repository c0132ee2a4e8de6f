"""Cards and dice as spans of a scene, so that they look alike in every game that has them.

A card of a deck of 52 is a number from 0: its suit is the number divided by 13 (clubs, diamonds, spades,
hearts), its rank the rest (0 is a two, 12 an ace).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.scene import Dice, Hidden, Line, Span, Style

__all__ = ["card_name", "card_span", "card_spans", "cards_face_down", "dice_span"]

NUM_RANKS = 13
_RANKS = "23456789TJQKA"
_SUITS = "♣♦♠♥"
_RED = frozenset("♦♥")


def card_name(card: int) -> str:
    """Return a card's name, such as `Q♠`.

    Args:
        card: From 0 to 51.

    Raises:
        ValueError: It is no card of 52.
    """
    if not 0 <= card < len(_RANKS) * len(_SUITS):
        raise ValueError(f"a card is a number from 0 to 51, not {card}")
    suit, rank = divmod(card, NUM_RANKS)
    return _RANKS[rank] + _SUITS[suit]


def card_span(card: int, *, is_strong: bool = False) -> Span:
    """Return a card that lies open: red suits in the style of warnings and black ones as text.

    Args:
        card: From 0 to 51.
        is_strong: Whether it stands out, as the one that has just been played.
    """
    name = card_name(card)
    style = Style.BAD if name[-1] in _RED else Style.TEXT
    return Span(name, Style.STRONG if is_strong else style)


def card_spans(cards: Iterable[int], *, just_played: int | None = None) -> Line:
    """Return cards that lie open, with a blank between each two."""
    spans: list[Span] = []
    for card in cards:
        spans += [Span(" ")] * bool(spans)
        spans.append(card_span(card, is_strong=card == just_played))
    return tuple(spans)


def cards_face_down(count: int, reason: str) -> Span:
    """Return cards that the viewer can't see.

    Args:
        count: How many, from 0.
        reason: Why they are hidden, as `in the hand of another seat`.
    """
    return Span(f"{count} face down", Style.HIDDEN, measure=Hidden(reason))


def dice_span(values: Sequence[int], sides: int = 6, kept: Sequence[bool] = ()) -> Span:
    """Return dice as they lie, in the order of the roll.

    Args:
        values: What they show, from 1 to `sides`.
        sides: Sides of each, from 2.
        kept: By die whether it counts; empty for all.
    """
    return Span(" ".join(map(str, values)), measure=Dice(tuple(values), sides, tuple(kept)))
