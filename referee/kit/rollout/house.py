"""Finds installed house bots, by the entry point `house` of the group `gamereferee.policies`.

The bots are in a client package, which this package must not import. The distribution that provides
the entry point is loaded when its policies are first needed; without one, there are no house bots.
"""

from __future__ import annotations

import functools
import importlib.metadata
from typing import Any, Protocol

__all__ = ["GROUP", "HousePolicies", "house_policies"]

GROUP = "gamereferee.policies"
"""Entry-point group; its entry `house` names a module with the functions of `HousePolicies`."""


class HousePolicies(Protocol):
    """Interface of the module with house bots (built-in bots) that an installed distribution provides.

    Its functions list the bots of a game, and make their forms for one or for many matches at once.
    """

    def names(self, game: str) -> list[str]:
        """Return the names of a game's house bots, the weakest first."""
        ...

    def array_policy(self, game: str, name: str, config: tuple[str, bytes]) -> Any:
        """Return a house bot's array form, which decides in many matches at once.

        The result is None if the bot has no such form.

        Args:
            game: Identifier of the game.
            name: Name of the bot.
            config: Full name of the game's Config message, and its bytes.
        """
        ...

    def bot_type(self) -> Any:
        """Return the class of house bots that make one decision at a time."""
        ...

    def candidates_of(self, game: str, config: tuple[str, bytes], num_seats: int) -> Any:
        """Return an object that lists a game's candidates: parts of actions to choose from.

        None if there is none for this game.

        Args:
            game: Identifier of the game.
            config: Full name of the game's Config message, and its bytes.
            num_seats: Number of seats of a match.
        """
        ...


@functools.cache
def house_policies() -> HousePolicies | None:
    """Return the functions of the installed house bots; None if none are installed."""
    # Loaded by name and not imported: the kit must not depend on packages of clients.
    for entry in importlib.metadata.entry_points(group=GROUP, name="house"):
        policies: HousePolicies = entry.load()
        return policies
    return None
