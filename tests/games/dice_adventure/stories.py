"""Stories of matches of Dice Adventure, and the level that their tests play."""

from __future__ import annotations

from referee.core.scene import spans_text
from referee.core.story import Story
from referee.core.view import Sight
from referee.games.dice_adventure.view.view import VIEW
from tests.games.dice_adventure.test_scene import Match

__all__ = ["KEYS_FIRST", "NO_LEVELS", "headline", "texts", "told"]
NO_LEVELS: dict[str, object] = {"levels": ["L1"], "ping_windows": 0}
KEYS_FIRST = "C1C2C3**\nK1K2K3.."


def told(sight: Sight) -> Story:
    """The story of a step."""
    return VIEW.story(sight, VIEW.scene(sight), VIEW.event_lines(sight))


def texts(match: Match) -> list[str]:
    """The sentences of the last step."""
    return [spans_text(one.line) for one in told(match.sight).sentences]


def headline(match: Match) -> str:
    """The headline of the last step."""
    return spans_text(told(match.sight).headline)
