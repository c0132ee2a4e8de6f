"""Finds how a game's actions are numbers."""

from __future__ import annotations

from collections.abc import Callable

from referee_bots import candidates
from referee_envs.actions.base import ActionForm
from referee_envs.actions.factored import FACTORED, Factored, factors_of
from referee_envs.actions.listed import PICKS, Listed, Offered
from referee_envs.actions.plain import Choices, DicemanForm, Plans, Settings
from referee_envs.columns import Description
from referee_envs.errors import InputError

__all__ = ["form_of"]

MOST_CHOICES = 256
"""Legal actions that can be chosen in a game which lists them and has no form of its own."""


def form_of(description: Description, *, builds: bool = False) -> ActionForm:
    """Return the form of a game's actions.

    Args:
        description: The game.
        builds: Whether messages are to be built of actions, as bots do.

    Raises:
        InputError: There is none for the game.
    """
    if description.actions == FACTORED:
        factors = factors_of(description)
        return Factored(_lists(description, builds=builds), factors)
    made = _FORMS.get(description.game)
    if made is not None:
        return made(description)
    if description.game in candidates.GAMES:
        return _lists(description, builds=builds)
    if any(column.name == "choice" for column in description.acted):
        return Choices(description, MOST_CHOICES)
    games = ", ".join([*_FORMS, *candidates.GAMES])
    bound = f"one of {games}, or one that lists its legal actions"
    raise InputError("game", bound, repr(description.game))


def _lists(description: Description, *, builds: bool) -> ActionForm:
    """Return picks from lists: those that the backend tells, unless it tells none or messages are to be built."""
    told = [column for column in description.acted if column.name == PICKS]
    if told and not builds:
        (column,) = told
        return Offered(column.shape[0], int(column.high) + 1, description.left_out)
    config = description.config
    name = config.type_url.rpartition("/")[2]
    made = candidates.find(description.game, (name, config.value), description.num_seats)
    assert made is not None
    return Listed(made)


_FORMS: dict[str, Callable[[Description], ActionForm]] = {
    "dice_adventure": Plans,
    "diceman": DicemanForm,
    "swordman": Settings,
}
