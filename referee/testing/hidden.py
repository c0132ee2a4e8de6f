"""The hidden-state pair test, for any game: can a seat distinguish two states that it must not?

Over a whole random match, every state is paired with its hidden variants (`Game.hidden_variants`).
What the seat receives in the two states is compared byte for byte: its decision point, observation
and legal actions; then, after a step with the same actions and dice, its events and notices, all of
the former again, and its result once it is out. Equal bytes have equal lengths, so no length leaks
either.
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
"""Number of scripted dice values for one step; if a step rolls more, it is repeated with a script
four times as long.
"""

_SHOWN = 60
"""Highest number of characters of a value that the report of a leak shows."""

_ODD_ANSWERS: tuple[Plain, ...] = (
    None, -1, 10**6, [], {"dice": [0, 0, 99]}, {"orders": [{}]}, {"sword": -1, "shield": 99},
)  # fmt: skip
"""Plain forms of answers that games refuse, so that refusals are compared, too."""


def __getattr__(name: str) -> Any:
    """Return an object under a name that it had in earlier versions, with a DeprecationWarning."""
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
    """A seat can distinguish two states that differ only in what it must not see."""


class NothingHiddenError(ValueError):
    """A game hides nothing from some seat, so the hidden-state test would compare nothing."""


@dataclasses.dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything that a seat can learn from one state, encoded as on the wire."""

    question: tuple[str, bool] | None
    """Name of the phase, and whether the turn continues; None if the seat does not decide now."""
    observation: bytes
    """The seat's observation, encoded alone."""
    observation_among_all: bytes
    """The seat's observation, encoded together with those of all seats."""
    legal_actions: tuple[bytes, ...]
    """The seat's legal actions, encoded; empty if the game lists none or the seat does not
    decide.
    """
    outcome: tuple[tuple[int, ...], tuple[int, ...]] | None
    """Placements and scores of all seats once the match is over; None before."""
    early_end: tuple[Outcome, OpenPlace | None] | None
    """Result that the referee reports to the seat when the rules have eliminated it and the match
    goes on; else None.
    """


def knowledge_of(plugin: AnyPlugin, config: Any, state: Any, seat: int) -> Knowledge:
    """Return everything that a seat can learn from a state."""
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
    """Return the result that a running match reports to an eliminated seat; None if there is none.

    All eliminated seats are treated as if they had gone out at the same time.
    """
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
    """Play a random match, and compare every state with its hidden variants, for every seat.

    Args:
        plugin: The game.
        config: Config of the match.
        num_seats: Number of seats.
        seed: Match seed; it also chooses the actions and the scripted dice.
        faces: Scripted dice show 1..`faces`; must not be higher than the sides of the game's
            smallest die.
        every: Compare one pair of seat and state in `every`, drawn at random, once the seat has had
            its first pair; for matches of many seats.

    Returns:
        Number of pairs of states that were compared.

    Raises:
        HiddenStateLeakError: A seat can distinguish a state from its variant; names seat, step and
            field.
        NothingHiddenError: For some seat, no variant in the whole match differs from its state.
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
    """Return another answer of the seat, in place of its action, to compare refusals as well.

    One call in three returns no change (an empty dict), one an answer of None (the default action is
    played), and one an answer that the rules refuse.
    """
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
    """Return what a seat receives in a state and from the step after it: values, each by a description for people."""
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
    """Return a copy of a state after a step with scripted dice, and the events of that step.

    If a script is too short, the step is repeated with a longer one. The match's own dice must not
    decide, since they differ between states with different seeds.
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
    """Return the fields of a seat's knowledge as pairs of readable name and value."""
    return [
        (field.name.replace("_", " "), getattr(knowledge, field.name))
        for field in dataclasses.fields(knowledge)
    ]


def difference_of(
    plugin: AnyPlugin, report: Mapping[str, object], other_report: Mapping[str, object]
) -> str:
    """Return the first item in which two reports differ, with its differing fields; empty if equal.

    Args:
        plugin: The game, whose messages name the fields.
        report: What a seat receives in one state, by description.
        other_report: What the seat receives in the other state, by description.
    """
    for what, value in report.items():
        other = other_report[what]
        if other != value:
            fields = _fields_apart(plugin, what, value, other)
            return f"{what}: {', '.join(fields)}" if fields else what
    return ""


def _fields_apart(plugin: AnyPlugin, what: str, one: object, other: object) -> list[str]:
    """Return the fields in which two encoded messages, or lists of messages, differ, with their values.

    Empty if the two values are not encoded messages. `what` names the kind of message.
    """
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
    """Return the paths of fields in which two messages differ, with a few of their values.

    Each path begins with `path`.
    """
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
