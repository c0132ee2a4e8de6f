"""The input form for a choice of Diceman (DM-4.4): two different dice."""

from __future__ import annotations

from referee.core.choices import Choices, Option, Pick
from referee.core.view import Fields

__all__ = ["choices"]

_DICE = (
    ("magic", "nothing blocks it, and any other damage stops it"),
    ("priority", "makes a sword or a shield strike earlier, and nothing blocks that"),
    ("sword", "strikes what no shield blocks"),
    ("shield", "blocks swords"),
)
"""Name of each die and a text that says what it does, by die id."""


def choices(config: Fields) -> Choices:
    """Return the input form from which a person picks the two dice of a round.

    Args:
        config: The Config message of the match.
    """
    options = tuple(
        Option(f"{name}, d{config[f'die_{name}']}: {what}", die, keys=(name,))
        for die, (name, what) in enumerate(_DICE)
    )
    dice = Pick("dice", "Dice", options, ("dice",), is_list=True, least=2, most=2)
    return Choices("Pick two dice to roll in this round.", (dice,))
