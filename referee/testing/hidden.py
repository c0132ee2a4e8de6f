"""The hidden-state pair test, for any game: can a seat tell two states apart that it must not?

Over a whole random match, every state is paired with its hidden variants (`Game.hidden_variants`), and
everything the seat is told in either world is compared byte for byte: the question put to it, its
observation, its legal actions; then, after a step with the same actions and dice, its events and
notices, all of the former again, and what it hears of its result once it is out. Equal bytes have equal lengths, so that no length leaks either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from referee.core.game import AnyPlugin, Events
from referee.core.outcome import Outcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.match.course import MatchCourse, MatchTerms
from referee.match.effects import OpenPlace
from referee.testing.contract.samples import has_dice
from referee.testing.play import CAP

__all__ = ["HiddenStateLeakError", "Sight", "check_hidden_state", "scripted_step", "sight_of"]

_MANY_DICE = 500
"""Scripted values for one step; they are repeated for a step that rolls more."""

_ODD_ANSWERS: tuple[Plain, ...] = (
    None, -1, 10**6, [], {"dice": [0, 0, 99]}, {"orders": [{}]}, {"sword": -1, "shield": 99},
)  # fmt: skip
"""Plain forms of answers that games refuse, so that refusals are compared too."""


class HiddenStateLeakError(AssertionError):
    """A seat can tell apart what it must not."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sight:
    """All that a seat can learn by being asked; in bytes, as it goes to the wire."""

    question: tuple[str, bool] | None
    """Phase, and whether the turn goes on; None if it is not asked."""
    observation: bytes
    """What it may see."""
    observation_among_all: bytes
    """The same when all seats are served together."""
    legal_actions: tuple[bytes, ...]
    """What it may answer, where that can be listed."""
    outcome: tuple[tuple[int, ...], tuple[int, ...]] | None
    """Placements and scores, once the match is over."""
    early_end: tuple[Outcome, OpenPlace | None] | None
    """What it is told of its result when the rules have put it out, and the match goes on."""


def sight_of(plugin: AnyPlugin, config: Any, state: Any, seat: int) -> Sight:
    """Return what a seat can learn from a state."""
    game, codec = plugin.game, plugin.codec
    point = game.decision(state)
    is_asked = point is not None and seat in point.seats
    num_seats = len(game.outcome(state).placements)
    alone = codec.encode_observations(config, game.observe(state, [seat]))
    among_all = codec.encode_observations(config, game.observe(state, range(num_seats)))
    actions = game.legal_actions(state, seat) if is_asked else None
    final = game.outcome(state) if point is None else None
    return Sight(
        question=(point.phase, point.continues) if point is not None and is_asked else None,
        observation=alone[0],
        observation_among_all=among_all[seat],
        legal_actions=tuple(codec.encode_action(action) for action in actions or ()),
        outcome=(final.placements, final.scores) if final else None,
        early_end=_early_end(plugin, config, state, seat) if final is None else None,
    )


def _early_end(
    plugin: AnyPlugin, config: Any, state: Any, seat: int
) -> tuple[Outcome, OpenPlace | None] | None:
    """Return what a running match tells a seat of its result, all that are out having gone out at once."""
    game = plugin.game
    num_seats = len(game.outcome(state).placements)
    course = MatchCourse(
        MatchTerms(game, config, num_seats, game.suggested_time_control(config), b"")
    )
    course.state = state
    for index in game.eliminated(state):
        course.seats[index].out_order = course.exits = 1
    early = course.early_outcome(seat) if course.seats[seat].is_out else None
    return None if early is None else (early, course.open_place(seat))


def check_hidden_state(
    plugin: AnyPlugin,
    config: Any,
    *,
    num_seats: int,
    seed: int,
    faces: int = 2,
    every: int = 1,
) -> int:
    """Play a random match and compare every state with its variants, for every seat.

    Args:
        plugin: The game.
        config: Its config.
        num_seats: Seats.
        seed: Match seed; it also chooses the actions and the scripted dice.
        faces: Scripted dice show 1..`faces`; at most the fewest sides of any die of the game.
        every: Compare for one seat and state in so many, drawn at random, once the seat has had its
            first pair; for matches of many seats.

    Returns:
        The number of pairs compared.

    Raises:
        HiddenStateLeakError: A seat can tell two such states apart; says which, where, and by what.
        ValueError: Some seat had no variant in the whole match that differs from the state.
    """
    game = plugin.game
    state, _ = game.start(config, seed=seed, num_seats=num_seats)
    dice = Stream(seed, 1)
    scripts = has_dice(plugin)
    pairs = [0] * num_seats
    for step in range(CAP):
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, dice) for seat in point.seats}
        for seat in range(num_seats):
            if pairs[seat] and dice.draw(every) > 1:
                continue
            answers = {**actions, **_odd_answer(plugin, seat, actions, dice)}
            script = dice.roll(_MANY_DICE, faces) if scripts else None
            told, digest = None, game.digest(state)
            for number, variant in enumerate(game.hidden_variants(state, seat, dice)):
                pairs[seat] += game.digest(variant) != digest
                told = told or _tell(plugin, config, state, seat, answers, script)
                told_in_variant = _tell(plugin, config, variant, seat, answers, script)
                where = f"{game.info.game}, step {step}, seat {seat}, variant {number}"
                _compare(where, told, told_in_variant)
        game.step(state, actions)
    if not all(pairs):
        raise ValueError(f"{game.info.game} hides nothing from a seat: pairs by seat {pairs}")
    return sum(pairs)


def _odd_answer(
    plugin: AnyPlugin, seat: int, actions: Mapping[int, Any], dice: Stream
) -> dict[int, Any]:
    """At two points in three, another answer of the observing seat itself: silence, or nonsense."""
    choice = dice.draw(3)
    if seat not in actions or choice == 1:
        return {}
    odd = _ODD_ANSWERS[dice.draw(len(_ODD_ANSWERS)) - 1]
    return {seat: None if choice == 2 else plugin.game.parse_action(odd)}


def _tell(
    plugin: AnyPlugin,
    config: Any,
    state: Any,
    seat: int,
    actions: Mapping[int, Any],
    script: list[int] | None,
) -> dict[str, object]:
    """Return everything a seat is told about a state and the step from it."""
    before = sight_of(plugin, config, state, seat)
    stepped, events = scripted_step(plugin, state, actions, script)
    told = [plugin.codec.encode_event(e) for e in events if e.is_told_to(seat)]
    after = sight_of(plugin, config, stepped, seat)
    return {
        **{f"{field} before the step": value for field, value in _fields(before)},
        "events of the step": told,
        **{f"{field} after the step": value for field, value in _fields(after)},
    }


def scripted_step(
    plugin: AnyPlugin, state: Any, actions: Mapping[int, Any], script: list[int] | None
) -> tuple[Any, Events]:
    """Return a copy of a state after a step in which all dice are scripted, and the events of that step.

    Where a script runs out, the match's own dice go on: they would tell states of two seeds apart.
    """
    game = plugin.game
    while True:
        stepped = game.copy(state)
        if script is not None:
            game.script_dice(stepped, script)
        events = game.step(stepped, actions)
        if script is None or game.scripted_dice_left(stepped) >= 0:
            return stepped, events
        script = script * 4


def _fields(sight: Sight) -> list[tuple[str, object]]:
    return [(field.name, getattr(sight, field.name)) for field in dataclasses.fields(sight)]


def _compare(where: str, told: dict[str, object], told_in_variant: dict[str, object]) -> None:
    for what, value in told.items():
        if told_in_variant[what] != value:
            difference = f"{value!r}\nbut in the variant\n{told_in_variant[what]!r}"
            raise HiddenStateLeakError(f"{where}: {what}:\n{difference}")
