"""The input form for a choice of Diceman (DM-4.4): two different dice."""

from __future__ import annotations

from referee.core.choices import Choices, Option, Pick
from referee.core.view import Fields

__all__ = ["choices"]

_DICE = (
    ("magic", "nothing stops it; lost if you are hurt"),
    ("priority", "strikes earlier, past any shield"),
    ("sword", "wounds past the shield"),
    ("shield", "stops swords"),
)
"""Name of each die and its effect in a few words, by die id."""


def choices(config: Fields) -> Choices:
    """Return the input form from which a person picks the two dice of a round.

    Args:
        config: The Config message of the match.
    """
    options = tuple(
        Option(name, die, keys=(name,), note=note, die=config[f"die_{name}"])
        for die, (name, note) in enumerate(_DICE)
    )
    dice = Pick("dice", "Dice", options, ("dice",), is_list=True, least=2, most=2)
    return Choices("Choose two dice for this round.", (dice,))
