"""The form with which a person answers a turn: its questions as data for the page, and the action from the answers."""

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
    """Return the form of a turn.

    It is the form that the game's view offers; if the view offers none, a list of the legal actions; if these are
    not listed, one question for each declared field of the game's actions.

    Args:
        plugin: The game.
        view: The game's view.
        seen: The seat's observation, in JSON form.
        sight: All that the seat knows of the match.
        legal: All legal actions; None if the turn does not list them.
    """
    choices = view.choices(seen, sight)
    if choices is None and legal:
        choices = legal_choices(plugin, legal, view.scene(sight))
    return choices or declared_choices(plugin)


def form_plain(choices: Choices) -> PlainObject:
    """Return a form as plain data for the page: title, questions and stocks (units that all answers may spend).

    The values that the form puts into the action are left out.
    """
    asks: list[Plain] = [_ask(ask) for ask in choices.asks]
    return {"title": choices.title, "asks": asks, "stocks": dict(choices.stocks)}


def message_of_answers(kind: type[Any], choices: Choices, answers: Mapping[str, object]) -> Message:
    """Return the Action message that the answers to a form make.

    Args:
        kind: Class of the game's Action message.
        choices: The form.
        answers: Answers by the ids of the form's questions; a question without an answer keeps its start value.

    Raises:
        FieldError: An answer is not among those allowed, or is for no question of the form.
    """
    return action_message(kind, composed(choices, answers))


def action_message(kind: type[Any], action: Mapping[str, Any]) -> Message:
    """Return an action given in protobuf's JSON form as a message of the class `kind`.

    Raises:
        FieldError: The action has fields or values that this class does not allow.
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
        bound = f"a {kind.DESCRIPTOR.full_name} ({error})"
        raise FieldError("action", bound, json.dumps(action)) from None
    return message


def _ask(ask: Ask) -> PlainObject:
    """Return a question of a form as plain data for the page; an option has only those of its parts that are set."""
    plain: PlainObject = {"id": ask.id, "title": ask.title}
    match ask:
        case Pick():
            plain |= {"type": "pick", "options": [_option(option) for option in ask.options]}
            plain |= {"list": ask.is_list, "least": ask.least}
            plain |= {"most": ask.most if ask.is_list else 1, "start": list(ask.start)}
        case Numbers():
            numbers: list[Plain] = [
                {"label": each.label, "low": each.low, "high": each.high, "start": each.start}
                for each in ask.numbers
            ]
            plain |= {"type": "numbers", "numbers": numbers, "most": ask.most, "stock": ask.stock}
        case Walk():
            steps: list[Plain] = [[step.label, step.rows, step.columns] for step in ask.steps]
            plain |= {"type": "walk", "steps": steps, "at": ask.start, "most": ask.most}
        case Spots():
            kinds: list[Plain] = [kind.label for kind in ask.kinds]
            plain |= {"type": "spots", "kinds": kinds, "most": ask.most}
            plain |= {"rows": ask.rows, "columns": ask.columns}
        case _:
            plain |= {"type": "text", "json": ask.is_json, "start": ask.start}
    if ask.when is not None:
        plain["when"] = _when(ask.when)
    return plain


def _option(option: Option) -> PlainObject:
    plain: PlainObject = {"label": option.label}
    if option.at:
        plain["at"] = option.at
    if option.also_at:
        plain["also_at"] = list(option.also_at)
    if option.group:
        plain["group"] = option.group
    if option.group_at:
        plain["group_at"] = option.group_at
    if option.keys:
        plain["keys"] = list(option.keys)
    if option.costs:
        plain["costs"] = dict(option.costs)
    if option.note:
        plain["note"] = option.note
    if option.die:
        plain["die"] = option.die
    return plain


def _when(when: When) -> list[Plain]:
    return [when.ask, list(when.options)]
