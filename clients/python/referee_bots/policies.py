"""House bots that a referee calls in its own process.

This module is the entry point `house` of the group `gamereferee.policies`. A referee does not
import it by name: it loads the entry point if the package is installed.
"""

from __future__ import annotations

from referee_bots import asked, candidates, names
from referee_bots.asked import ArrayPolicy, AskedBot
from referee_bots.candidates import Candidates

__all__ = ["array_policy", "bot_type", "candidates_of", "names"]


def array_policy(game: str, name: str, config: tuple[str, bytes]) -> ArrayPolicy | None:
    """Return the version of a house bot that decides in many matches at once; None if it has none.

    Args:
        game: Identifier of the game.
        name: Name of the house bot.
        config: Full name of the game's Config type, and the serialized message with all fields set.
    """
    return asked.array_policy(game, name, config)


def bot_type() -> type[AskedBot]:
    """Return the class `AskedBot`: a house bot that is called for one decision at a time."""
    return AskedBot


def candidates_of(game: str, config: tuple[str, bytes], num_seats: int) -> Candidates | None:
    """Return an object that makes a game's lists of candidates; None if the game has none.

    Args:
        game: Identifier of the game.
        config: Full name of the game's Config type, and the serialized message with all fields set.
        num_seats: Number of seats in a match.
    """
    return candidates.find(game, config, num_seats)
