"""Styled texts (spans of a scene) for cards and dice, so that they look alike in every game.

A card of a deck of 52 is a number from 0: the number divided by 13 is its suit (clubs, diamonds,
spades, hearts), the remainder its rank (0 is a two, 12 an ace).
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
    """Return the name of a card, such as `Q♠`.

    Args:
        card: Number of the card, from 0 to 51.

    Raises:
        ValueError: The number is not from 0 to 51.
    """
    if not 0 <= card < len(_RANKS) * len(_SUITS):
        raise ValueError(f"a card is a number from 0 to 51, not {card}")
    suit, rank = divmod(card, NUM_RANKS)
    return _RANKS[rank] + _SUITS[suit]


def card_span(card: int, *, is_strong: bool = False) -> Span:
    """Return the styled text of a face-up card: red suits in the style of warnings, black ones as plain text.

    Args:
        card: Number of the card, from 0 to 51.
        is_strong: Whether the card is emphasized, for example because it has just been played.
    """
    name = card_name(card)
    style = Style.BAD if name[-1] in _RED else Style.TEXT
    return Span(name, Style.STRONG if is_strong else style)


def card_spans(cards: Iterable[int], *, just_played: int | None = None) -> Line:
    """Return the styled texts of face-up cards, with a blank between any two.

    `just_played` is the number of a card to emphasize; None for none.
    """
    spans: list[Span] = []
    for card in cards:
        spans += [Span(" ")] * bool(spans)
        spans.append(card_span(card, is_strong=card == just_played))
    return tuple(spans)


def cards_face_down(count: int, reason: str) -> Span:
    """Return the styled text of cards whose faces the viewer can't see.

    Args:
        count: Number of cards, from 0.
        reason: Why the cards are hidden, such as `in the hand of another seat`.
    """
    return Span(f"{count} face down", Style.HIDDEN, measure=Hidden(reason))


def dice_span(values: Sequence[int], sides: int = 6, kept: Sequence[bool] = ()) -> Span:
    """Return the styled text of rolled dice, in the order of the roll.

    Args:
        values: Results of the dice, from 1 to `sides`.
        sides: Number of sides of each die, from 2.
        kept: Whether each die counts; empty if all do.
    """
    return Span(" ".join(map(str, values)), measure=Dice(tuple(values), sides, tuple(kept)))
