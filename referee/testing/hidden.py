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

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

from referee.core.game import AnyPlugin, Events
from referee.core.outcome import Outcome
from referee.core.plain import Plain
from referee.core.rng import Stream
from referee.match.course import MatchCourse, MatchTerms
from referee.match.effects import OpenPlace
from referee.testing.play import CAP
from referee.testing.samples import has_dice

__all__ = [
    "HiddenStateLeakError",
    "NothingHiddenError",
    "Sight",
    "check_hidden_state",
    "difference_of",
    "fields_of_sight",
    "scripted_step",
    "sight_of",
]

_MANY_DICE = 500
"""Scripted values for one step; they are repeated for a step that rolls more."""

_SHOWN = 60
"""Most characters of a value that a leak shows."""

_ODD_ANSWERS: tuple[Plain, ...] = (
    None, -1, 10**6, [], {"dice": [0, 0, 99]}, {"orders": [{}]}, {"sword": -1, "shield": 99},
)  # fmt: skip
"""Plain forms of answers that games refuse, so that refusals are compared too."""


class HiddenStateLeakError(AssertionError):
    """A seat can tell apart what it must not."""


class NothingHiddenError(ValueError):
    """A game hides nothing from some seat."""


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
        NothingHiddenError: Some seat had no variant in the whole match that differs from the state.
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
                what = difference_of(plugin, told, told_in_variant)
                if what:
                    raise HiddenStateLeakError(
                        f"{game.info.game}, step {step}: seat {seat} can tell its hidden variant {number} apart by"
                        f" {what}"
                    )
        game.step(state, actions)
    if not all(pairs):
        raise NothingHiddenError(
            f"{game.info.game} hides nothing from seat {pairs.index(0)}: say chance_free=True if there is neither"
            " chance nor anything hidden, else name by unseen or redraw what a seat can't know"
        )
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
    told = tuple(plugin.codec.encode_event(e) for e in events if e.is_told_to(seat))
    after = sight_of(plugin, config, stepped, seat)
    return {
        **{f"{name} before the step": value for name, value in fields_of_sight(before)},
        "events of the step": told,
        **{f"{name} after the step": value for name, value in fields_of_sight(after)},
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


def fields_of_sight(sight: Sight) -> list[tuple[str, object]]:
    """Return what a sight consists of, by names for people."""
    return [
        (field.name.replace("_", " "), getattr(sight, field.name))
        for field in dataclasses.fields(sight)
    ]


def difference_of(
    plugin: AnyPlugin, told: Mapping[str, object], told_otherwise: Mapping[str, object]
) -> str:
    """Return the first thing by which two worlds can be told apart, and its fields; empty if there is none.

    Args:
        plugin: Its codec's messages name the fields.
        told: What a seat is told in one, by what it is.
        told_otherwise: The same in the other.
    """
    for what, value in told.items():
        other = told_otherwise[what]
        if other != value:
            fields = _fields_apart(plugin, what, value, other)
            return f"{what}: {', '.join(fields)}" if fields else what
    return ""


def _fields_apart(plugin: AnyPlugin, what: str, one: object, other: object) -> list[str]:
    """Return the fields of messages that differ, with their values; none where it is not about messages."""
    codec = plugin.codec
    kinds = {"observation": codec.observation_type, "legal": codec.action_type}
    kind = kinds.get(what.removeprefix("its ").split()[0], codec.events_type)
    if isinstance(one, bytes) and isinstance(other, bytes):
        return _apart(_read(kind, one), _read(kind, other), "")
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return []
    if len(one) != len(other):
        return [f"{len(one)} of them, and {len(other)}"]
    for here, there in zip(one, other, strict=True):
        if here != there and isinstance(here, bytes):
            return _apart(_read(kind, here), _read(kind, there), "")
    return []


def _read(kind: str, data: bytes) -> Message:
    descriptor = descriptor_pool.Default().FindMessageTypeByName(kind)
    return message_factory.GetMessageClass(descriptor).FromString(data)


def _apart(one: Message, other: Message, path: str) -> list[str]:
    """Return the paths of fields in which two messages of a type differ, a few values beside them."""
    found = []
    for field in one.DESCRIPTOR.fields:
        here, there = getattr(one, field.name), getattr(other, field.name)
        if here == there:
            continue
        name = f"{path}{field.name}"
        if field.is_repeated and len(here) != len(there):
            found.append(f"{name} has {len(here)} entries, and {len(there)}")
        elif field.message_type is None or field.message_type.GetOptions().map_entry:
            found.append(f"{name} is {_shown(here)}, and {_shown(there)}")
        elif field.is_repeated:
            pairs = enumerate(zip(here, there, strict=True))
            found += [each for at, (a, b) in pairs for each in _apart(a, b, f"{name}[{at}].")]
        else:
            found += _apart(here, there, f"{name}.") or [f"{name} is there, and is not"]
    return found


def _shown(value: Any) -> str:
    text = str(list(value)) if hasattr(value, "append") else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
