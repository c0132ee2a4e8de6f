"""The hidden-state pair test, for any game: can a seat distinguish two states that it must not?

Over a whole random match, every state is paired with its hidden variants (`Game.hidden_variants`).
Everything that the seat receives in either is compared byte for byte: its decision point, its observation,
its legal actions; then, after a step with the same actions and dice, its events and notices, all of the
former again, and its result once it is out. Equal bytes have equal lengths, so no length leaks either.
"""

from __future__ import annotations

import dataclasses
import warnings
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
    "Knowledge",
    "check_hidden_state",
    "difference_of",
    "fields_of_knowledge",
    "scripted_step",
    "knowledge_of",
]

_SCRIPT_LENGTH = 500
"""Scripted values for one step; a step that rolls more is tried again with a script four times as long."""

_SHOWN = 60
"""Most characters of a value that a leak shows."""

_ODD_ANSWERS: tuple[Plain, ...] = (
    None, -1, 10**6, [], {"dice": [0, 0, 99]}, {"orders": [{}]}, {"sword": -1, "shield": 99},
)  # fmt: skip
"""Plain forms of answers that games refuse, so that refusals are compared too."""


def __getattr__(name: str) -> Any:
    """Return what had another name in earlier versions."""
    old: dict[str, Any] = {
        "Sight": Knowledge,
        "sight_of": knowledge_of,
        "fields_of_sight": fields_of_knowledge,
    }
    if name not in old:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    warnings.warn(f"{name} is now {old[name].__name__}", DeprecationWarning, stacklevel=2)
    return old[name]


class HiddenStateLeakError(AssertionError):
    """A seat can distinguish two states that it must not."""


class NothingHiddenError(ValueError):
    """A game hides nothing from some seat."""


@dataclasses.dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a seat can learn from one state, encoded as on the wire."""

    question: tuple[str, bool] | None
    """Phase, and whether the turn continues; None if the seat does not decide now."""
    observation: bytes
    """Its observation, encoded alone."""
    observation_among_all: bytes
    """Its observation, encoded together with those of all seats."""
    legal_actions: tuple[bytes, ...]
    """Its legal actions, where the game lists them."""
    outcome: tuple[tuple[int, ...], tuple[int, ...]] | None
    """Placements and scores, once the match is over."""
    early_end: tuple[Outcome, OpenPlace | None] | None
    """Its result as the referee reports it when the rules have put the seat out and the match goes on."""


def knowledge_of(plugin: AnyPlugin, config: Any, state: Any, seat: int) -> Knowledge:
    """Return what a seat can learn from a state."""
    game, codec = plugin.game, plugin.codec
    point = game.decision(state)
    is_asked = point is not None and seat in point.seats
    num_seats = len(game.outcome(state).placements)
    alone = codec.encode_observations(config, game.observe(state, [seat]))
    among_all = codec.encode_observations(config, game.observe(state, range(num_seats)))
    actions = game.legal_actions(state, seat) if is_asked else None
    final = game.outcome(state) if point is None else None
    return Knowledge(
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
    """Return the result that a running match reports to a seat, as if all eliminated seats went out at once."""
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
        every: Compare one pair of seat and state in `every`, drawn at random, once the seat has had its
            first pair; for matches of many seats.

    Returns:
        The number of pairs compared.

    Raises:
        HiddenStateLeakError: A seat can distinguish two such states; names seat, step and field.
        NothingHiddenError: Some seat had no variant in the whole match that differs from the state.
    """
    game = plugin.game
    state, _ = game.start(config, seed=seed, num_seats=num_seats)
    stream = Stream(seed, 1)
    scripts = has_dice(plugin)
    pairs = [0] * num_seats
    for step in range(CAP):
        point = game.decision(state)
        if point is None:
            break
        actions = {seat: game.random_action(state, seat, stream) for seat in point.seats}
        for seat in range(num_seats):
            if pairs[seat] and stream.draw(every) > 1:
                continue
            # The same dice and actions in both: any difference in the reports must come from the
            # hidden variant.
            answers = {**actions, **_odd_answer(plugin, seat, actions, stream)}
            script = stream.roll(_SCRIPT_LENGTH, faces) if scripts else None
            report, digest = None, game.digest(state)
            for number, variant in enumerate(game.hidden_variants(state, seat, stream)):
                # A variant that equals the state would show nothing.
                pairs[seat] += game.digest(variant) != digest
                report = report or _report(plugin, config, state, seat, answers, script)
                variant_report = _report(plugin, config, variant, seat, answers, script)
                what = difference_of(plugin, report, variant_report)
                if what:
                    raise HiddenStateLeakError(
                        f"{game.info.game}, step {step}: seat {seat} can distinguish its hidden variant {number} by"
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
    plugin: AnyPlugin, seat: int, actions: Mapping[int, Any], stream: Stream
) -> dict[int, Any]:
    """Return another answer of the observing seat at two points in three: none, or nonsense."""
    choice = stream.draw(3)
    if seat not in actions or choice == 1:
        return {}
    odd = _ODD_ANSWERS[stream.draw(len(_ODD_ANSWERS)) - 1]
    return {seat: None if choice == 2 else plugin.game.parse_action(odd)}


def _report(
    plugin: AnyPlugin,
    config: Any,
    state: Any,
    seat: int,
    actions: Mapping[int, Any],
    script: list[int] | None,
) -> dict[str, object]:
    """Return everything that a seat receives about a state and the step from it, by what it is."""
    before = knowledge_of(plugin, config, state, seat)
    stepped, events = scripted_step(plugin, state, actions, script)
    received = tuple(plugin.codec.encode_event(e) for e in events if e.is_visible_to(seat))
    after = knowledge_of(plugin, config, stepped, seat)
    return {
        **{f"{name} before the step": value for name, value in fields_of_knowledge(before)},
        "events of the step": received,
        **{f"{name} after the step": value for name, value in fields_of_knowledge(after)},
    }


def scripted_step(
    plugin: AnyPlugin, state: Any, actions: Mapping[int, Any], script: list[int] | None
) -> tuple[Any, Events]:
    """Return a copy of a state after a step in which all dice are scripted, and the events of that step.

    Where a script runs out, the match's own dice go on: its rolls differ between states of two seeds.
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


def fields_of_knowledge(knowledge: Knowledge) -> list[tuple[str, object]]:
    """Return the fields of a seat's knowledge, with readable names."""
    return [
        (field.name.replace("_", " "), getattr(knowledge, field.name))
        for field in dataclasses.fields(knowledge)
    ]


def difference_of(
    plugin: AnyPlugin, report: Mapping[str, object], other_report: Mapping[str, object]
) -> str:
    """Return the first item in which two reports differ, and its fields; empty if they are equal.

    Args:
        plugin: Its codec's messages name the fields.
        report: What a seat receives in one state, by what it is.
        other_report: The same in the other.
    """
    for what, value in report.items():
        other = other_report[what]
        if other != value:
            fields = _fields_apart(plugin, what, value, other)
            return f"{what}: {', '.join(fields)}" if fields else what
    return ""


def _fields_apart(plugin: AnyPlugin, what: str, one: object, other: object) -> list[str]:
    """Return the fields in which messages differ, with their values; none if the values are no messages."""
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
    """Return the paths of fields in which two messages of a type differ, with a few of their values."""
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
