"""Finds how a game's actions are numbers."""

from __future__ import annotations

from collections.abc import Callable

from referee_envs.actions.base import ActionForm
from referee_envs.actions.listed import Listed
from referee_envs.actions.plain import Choices, DicemanForm, Plans, Settings
from referee_envs.columns import Description
from referee_envs.errors import InputError

__all__ = ["form_of"]

MOST_CHOICES = 256
"""Legal actions that can be chosen in a game which lists them and has no form of its own."""


def form_of(description: Description) -> ActionForm:
    """Return the form of a game's actions.

    Raises:
        InputError: There is none for the game.
    """
    made = _FORMS.get(description.game)
    if made is not None:
        return made(description)
    if any(column.name == "choice" for column in description.acted):
        return Choices(description, MOST_CHOICES)
    games = f"one of {', '.join(_FORMS)}, or one that lists its legal actions"
    raise InputError("game", games, repr(description.game))


def _champions(description: Description) -> ActionForm:
    from referee_envs.candidates.champions import ChampionsCandidates

    return Listed(description, ChampionsCandidates(description.config_message))


def _dungeon_keeper(description: Description) -> ActionForm:
    from referee_envs.candidates.dungeon_keeper import DungeonKeeperCandidates

    config = description.config_message
    return Listed(description, DungeonKeeperCandidates(config, description.num_seats))


def _proving_grounds(description: Description) -> ActionForm:
    from referee_envs.candidates.proving_grounds import ProvingGroundsCandidates

    return Listed(description, ProvingGroundsCandidates(description.config_message))


_FORMS: dict[str, Callable[[Description], ActionForm]] = {
    "champions": _champions,
    "dice_adventure": Plans,
    "diceman": DicemanForm,
    "dungeon_keeper": _dungeon_keeper,
    "proving_grounds": _proving_grounds,
    "swordman": Settings,
}
