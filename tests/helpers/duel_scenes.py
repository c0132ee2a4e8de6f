"""What holds for scenes of both duels, in which all that happens is told to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.scene import FlagKind, Scene, Versus, spans_text
from referee.games.generic_view import view_of
from tests.helpers.scenes import Eye, observed, scenes_of_recording
from tests.replay.recording import record_match

__all__ = ["after_round", "check_events_tell_all", "check_same_for_all_eyes", "clash_texts"]


def clash_texts(versus: Versus) -> list[str]:
    """Return each row between two sides as one text: who dealt it, its fate, what struck, what it met, effect, reason."""
    return [
        f"{'left' if clash.is_left else 'right'} {clash.fate.name.lower()}: {spans_text(clash.source)} - "
        f"{spans_text(clash.target)}: {', '.join(filter(None, (clash.text, clash.why)))}"
        for clash in versus.clashes
    ]


def check_same_for_all_eyes(plugin: AnyPlugin, games: int, folder: Path) -> Scene:
    """Check that all eyes see one scene at each step of a match of so many games; return the last one."""
    path = folder / "m.journal"
    record_match(plugin, path, fixed_seed=5)
    scenes: list[Scene] = []
    for one, scene in scenes_of_recording(path):
        if one.is_all:
            scenes.append(scene)
        assert scene == scenes[-1]
    assert view_of(plugin).is_open({})
    flags = [flag.kind for scene in scenes for flag in scene.flags]
    assert flags.count(FlagKind.START) == flags.count(FlagKind.LEVEL) == games
    return scenes[-1]


def check_events_tell_all(plugin: AnyPlugin, config: Any) -> None:
    """Check that who is told a seat's observation sees what the public sees, who is told events alone."""
    game, public = plugin.game, Eye(plugin, config, None)
    events: Events
    state, events = game.start(config, seed=3, num_seats=2)
    while True:
        assert observed(plugin, config, 1, state, events) == public.look(state, events)
        if game.decision(state) is None:
            break
        events = game.step(state, dict.fromkeys((0, 1)))


def after_round(
    plugin: AnyPlugin,
    config: Any,
    actions: Sequence[object],
    *,
    life: Sequence[int],
    seat: int | None,
    dice: Sequence[int] | None = None,
) -> Scene:
    """Return the scene after a first round, as a seat or, with None, the public sees it.

    Args:
        plugin: The duel.
        config: Config of the match.
        actions: Plain action of each seat.
        life: Life of each seat before the round.
        seat: Whose eyes see it.
        dice: Values that the dice show; None in a game without dice.
    """
    game, public = plugin.game, Eye(plugin, config, None)
    state, events = game.start(config, seed=1, num_seats=2)
    if any(each != config.life for each in life):
        state = game.parse_state(config, 2, {"life": list(life)})
    public.look(state, events)
    if dice is not None:
        game.script_dice(state, dice)
    told = game.step(state, {index: game.parse_action(each) for index, each in enumerate(actions)})
    if seat is None:
        return public.look(state, told)
    return observed(plugin, config, seat, state, told)
