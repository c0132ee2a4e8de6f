"""The form of a turn: what a game's view says may be answered, as the page gets it, and the action of an answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from google.protobuf import json_format
from google.protobuf.message import Message

from referee.core.choices import Ask, Choices, Numbers, Option, Pick, Spots, Walk, When, composed
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin
from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject
from referee.core.view import Fields, GameView, Sight
from referee_arena.seat.generic_form import declared_choices
from referee_arena.seat.legal_form import legal_choices

__all__ = ["action_message", "choices_of", "form_plain", "message_of_answers"]


def choices_of(
    plugin: AnyPlugin,
    view: GameView,
    seen: Fields,
    sight: Sight,
    legal: Sequence[Message] | None = None,
) -> Choices:
    """Return what a seat may answer: as its view says, else what is legal, else what its actions declare.

    Args:
        plugin: The game.
        view: How it looks.
        seen: The seat's observation.
        sight: What it sees.
        legal: All legal actions; None where they are not listed.
    """
    choices = view.choices(seen, sight)
    if choices is None and legal:
        choices = legal_choices(plugin, legal, view.scene(sight))
    return choices or declared_choices(plugin)


def form_plain(choices: Choices) -> PlainObject:
    """Return choices as the page gets them: what is asked, without what it puts into the action."""
    asks: list[Plain] = [_ask(ask) for ask in choices.asks]
    return {"title": choices.title, "asks": asks, "stocks": dict(choices.stocks)}


def message_of_answers(kind: type[Any], choices: Choices, answers: Mapping[str, object]) -> Message:
    """Return the Action message that answers come to.

    Args:
        kind: Its class.
        choices: What was asked.
        answers: By id of what was asked.

    Raises:
        FieldError: An answer is none.
    """
    return action_message(kind, composed(choices, answers))


def action_message(kind: type[Any], action: Mapping[str, Any]) -> Message:
    """Return an Action message of its JSON form.

    Raises:
        FieldError: It is none.
    """
    message: Message = kind()
    try:
        json_format.ParseDict(dict(action), message)
    except (
        json_format.ParseError,
        TypeError,
        ValueError,
        ArithmeticError,
        AttributeError,
    ) as error:
        told = f"a {kind.DESCRIPTOR.full_name} ({error})"
        raise FieldError("action", told, json.dumps(action)) from None
    return message


def _ask(ask: Ask) -> PlainObject:
    """Return what is asked; what is at its default is left out."""
    told: PlainObject = {"id": ask.id, "title": ask.title}
    match ask:
        case Pick():
            told |= {"type": "pick", "options": [_option(option) for option in ask.options]}
            told |= {"list": ask.is_list, "least": ask.least}
            told |= {"most": ask.most if ask.is_list else 1, "start": list(ask.start)}
        case Numbers():
            numbers: list[Plain] = [
                {"label": each.label, "low": each.low, "high": each.high, "start": each.start}
                for each in ask.numbers
            ]
            told |= {"type": "numbers", "numbers": numbers, "most": ask.most, "stock": ask.stock}
        case Walk():
            steps: list[Plain] = [[step.label, step.rows, step.columns] for step in ask.steps]
            told |= {"type": "walk", "steps": steps, "at": ask.start, "most": ask.most}
        case Spots():
            kinds: list[Plain] = [kind.label for kind in ask.kinds]
            told |= {"type": "spots", "kinds": kinds, "most": ask.most}
            told |= {"rows": ask.rows, "columns": ask.columns}
        case _:
            told |= {"type": "text", "json": ask.is_json, "start": ask.start}
    if ask.when is not None:
        told["when"] = _when(ask.when)
    return told


def _option(option: Option) -> PlainObject:
    told: PlainObject = {"label": option.label}
    if option.at:
        told["at"] = option.at
    if option.also_at:
        told["also_at"] = list(option.also_at)
    if option.group:
        told["group"] = option.group
    if option.group_at:
        told["group_at"] = option.group_at
    if option.keys:
        told["keys"] = list(option.keys)
    if option.costs:
        told["costs"] = dict(option.costs)
    return told


def _when(when: When) -> list[Plain]:
    return [when.ask, list(when.options)]
