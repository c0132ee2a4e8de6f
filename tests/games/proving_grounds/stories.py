"""Stories of Proving Grounds for given states and events: what the tests of stories begin with."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game import Event
from referee.core.scene import Scene, spans_text
from referee.core.story import Story
from referee.core.view import Sight
from referee.games.proving_grounds import PLUGIN
from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.view.view import VIEW
from referee.games.proving_grounds.wire import events as told
from referee.games.sights import Eyes, Looker, SeenStep
from tests.games.proving_grounds.looking import CONFIG, NAMES, begun

__all__ = ["next_turn", "sentences", "sight_of", "story_of", "told_in_turn"]


def next_turn(before: State) -> State:
    """Return a copy of a state one turn later, in which nothing else has changed."""
    after = PLUGIN.game.copy(before)
    after.match[c.TURN] += 1
    return after


def sight_of(
    before: State | None,
    after: State,
    eyes: Eyes,
    *bodies: told.Body,
    whose: Sequence[int] | None = None,
    config: ProvingGroundsConfig = CONFIG,
) -> Sight:
    """Return what is seen of a state after events, all of which only these seats get."""
    players = NAMES[: len(after.seats)]
    looker = Looker(PLUGIN, config, eyes, players=players, view=VIEW)
    if before is not None:
        looker.sight(SeenStep(PLUGIN, config, before, []))
    audience = None if whose is None else tuple(whose)
    events = [Event(body, audience) for body in bodies]
    return looker.sight(SeenStep(PLUGIN, config, after, events))


def story_of(sight: Sight) -> tuple[Story, Scene]:
    """Return the story of a sight, and its scene."""
    scene = VIEW.scene(sight)
    return VIEW.story(sight, scene, VIEW.event_lines(sight)), scene


def sentences(sight: Sight) -> list[str]:
    """Return the sentences of the story of a sight."""
    return [spans_text(sentence.line) for sentence in story_of(sight)[0].sentences]


def told_in_turn(eyes: Eyes, *bodies: told.Body, whose: Sequence[int] | None = None) -> list[str]:
    """Return the sentences of a turn with these events, in which nothing is counted otherwise than before."""
    before = begun()
    return sentences(sight_of(before, next_turn(before), eyes, *bodies, whose=whose))
