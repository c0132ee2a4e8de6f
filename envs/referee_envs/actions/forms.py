"""Finds a game's action form, which says how numbers of an action space stand for the game's actions."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable

from referee_bots import candidates
from referee_envs.actions.base import ActionForm
from referee_envs.actions.factored import FACTORED, Factored, factors_of
from referee_envs.actions.listed import PICKS, Listed, Offered
from referee_envs.actions.numbered import Numbered
from referee_envs.actions.plain import Choices, DicemanForm, Plans, Settings
from referee_envs.columns import Description
from referee_envs.errors import InputError

__all__ = ["GROUP", "form_of"]

GROUP = "referee.action_forms"
"""Entry-point group for action forms of other distributions. The name of an entry is a game's
identifier; its value is a function that takes the game's `Description` and returns an
`ActionForm`.
"""

MOST_CHOICES = 256
"""Size of the action space for a game that lists legal actions, but declares no `most_legal`."""
_MOST_DECLARED = 65_536
"""Highest number of legal actions that a game may declare."""


def form_of(description: Description, *, builds: bool = False) -> ActionForm:
    """Return a game's action form, which says how numbers of an action space stand for actions.

    Args:
        description: Description of the game.
        builds: Whether the form must build Action messages, as bots need them.

    Raises:
        InputError: There is no action form for the game.
    """
    if description.actions == FACTORED:
        factors = factors_of(description)
        return Factored(_lists(description, builds=builds), factors)
    # Games with a special form first; lists and entry points are for all others.
    made = _FORMS.get(description.game)
    if made is not None:
        return made(description)
    if description.game in candidates.GAMES:
        return _lists(description, builds=builds)
    # The first one counts: a game has one form.
    for entry in importlib.metadata.entry_points(group=GROUP, name=description.game):
        return _installed(entry, description)
    if description.numbered:
        return Numbered(description)
    if any(column.name == "choice" for column in description.acted):
        declared = int(description.column("num_choices").high)
        return Choices(description, declared if declared <= _MOST_DECLARED else MOST_CHOICES)
    bound = (
        "one that lists its legal actions (legal_actions) or numbers them (numbered_actions), "
        f"or one with a form under the entry point {GROUP}"
    )
    raise InputError("game", bound, repr(description.game))


def _installed(entry: importlib.metadata.EntryPoint, description: Description) -> ActionForm:
    """Return the action form that another installed distribution has for a game.

    Args:
        entry: Entry point of a function that makes the form.
        description: Description of the game, with which the function is called.

    Raises:
        InputError: The entry point's function does not return an `ActionForm`.
    """
    form = entry.load()(description)
    if not isinstance(form, ActionForm):
        raise InputError(f"{GROUP} {entry.value}", "what makes an ActionForm", type(form).__name__)
    return form


def _lists(description: Description, *, builds: bool) -> ActionForm:
    """Return the form of picks from candidate lists.

    The backend's lists are used, unless it has none or messages must be built.

    Args:
        description: Description of the game.
        builds: Whether the form must build Action messages, as bots need them.
    """
    picks = [column for column in description.acted if column.name == PICKS]
    if picks and not builds:
        (column,) = picks
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
