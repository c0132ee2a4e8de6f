"""A form by which a person decides, as data: questions, and how their answers make an action.

A game's `GameView.choices` makes it from an observation, as `GameView.scene` makes a scene. A page,
or any other form, shows each `Ask` and returns plain answers by the ids of the questions;
`composed` makes the Action message from them, in protobuf's JSON form.

Choices need not be exact: an action that they allow and the rules don't is refused by the referee,
as a bot's is.
"""

from __future__ import annotations

import collections
import dataclasses
import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from referee.core.errors import FieldError, MalformedError
from referee.core.json_text import read_json
from referee.core.plain import Plain

__all__ = [
    "Answers",
    "Ask",
    "Choices",
    "Number",
    "Numbers",
    "Option",
    "Path",
    "Pick",
    "Spots",
    "Step",
    "Text",
    "Walk",
    "When",
    "composed",
]

Path: TypeAlias = tuple[str | int, ...]
"""Where a value is placed in the Action message: field names, and indices in lists. Unused list
indices are removed in the end, so only the order of indices matters.
"""

Answers: TypeAlias = Mapping[str, object]
"""Answers of a form, by id of their `Ask`. A `Pick` has a list of option indices, a `Walk` a list
of step indices, a `Numbers` one value for each number, a `Spots` a list of `[kind, row,
column]`, a `Text` its text.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """An option that a person can pick as an answer: its label, and what it puts into the action."""

    label: str
    """What the option is, for people, such as `move to 3,4`."""
    value: Plain
    """Value to put into the action; None for nothing. In a `Pick` with `is_list`, a value that is a
    list adds all its entries to the list in the action.
    """
    at: str = ""
    """What a person clicks in the scene to pick this option: a place on a board, such as `3,4`, or
    another reference; empty if nothing in the scene picks it.
    """
    group: str = ""
    """Name of the group that the option belongs to, such as the unit that would act. If there are
    several groups, the person picks the group first.
    """
    group_at: str = ""
    """Place or reference in the scene that is clicked to pick the option's group; empty for
    none.
    """
    keys: tuple[str, ...] = ()
    """Names of things that the option uses up: no two picked options may share one, even in
    different questions.
    """
    costs: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Units that the option spends, by name of the stock in `Choices.stocks`."""
    also_at: tuple[str, ...] = ()
    """Further places in the scene that are clicked to pick this option, such as all cells of a
    column.
    """
    note: str = ""
    """What the option does, in a few words below its label; empty for nothing."""
    die: int = 0
    """Number of sides of the die that the option stands for, by which it is drawn; 0 for no
    die.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class When:
    """Condition of a question: ask it only after certain answers to an earlier question."""

    ask: str
    """Id of the earlier `Pick` that the question depends on."""
    options: tuple[int, ...]
    """Indices of options of that `Pick`; the question is asked if at least one of them has been
    picked.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Pick:
    """A question that asks for one option, or for a list of options."""

    id: str
    """Id of the question, unique among the questions of a decision."""
    title: str
    """Text of the question, for people."""
    options: tuple[Option, ...]
    """All options that may be picked."""
    into: Path = ()
    """Where the picked option's value goes in the action; with `is_list`, values are appended to
    the list there.
    """
    is_list: bool = False
    """Whether several options may be picked, in an order. An option may be picked more than once
    unless its `keys` forbid it.
    """
    least: int = 1
    """Lowest number of options that have to be picked, from 0."""
    most: int = 1
    """Highest number of options that may be picked, from 1."""
    start: tuple[int, ...] = ()
    """Indices of options that are picked before the person answers."""
    when: When | None = None
    """Condition under which the question is asked; None for always."""


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """A whole number that a `Numbers` question asks for."""

    label: str
    """What the number means, for people."""
    key: str | int
    """Last part of the number's path in the action, behind the path `into` of its `Numbers`."""
    low: int
    """Lowest allowed value of the number."""
    high: int
    """Highest allowed value of the number."""
    start: int = 0
    """Value of the number before the person answers."""


@dataclasses.dataclass(frozen=True, slots=True)
class Numbers:
    """A question that asks for one or several whole numbers, such as parts of a whole."""

    id: str
    """Id of the question, unique among the questions of a decision."""
    title: str
    """Text of the question, for people."""
    numbers: tuple[Number, ...]
    """The numbers that are asked for, in order."""
    into: Path = ()
    """Where the numbers go in the action; each number's `key` is appended to this path."""
    most: int | None = None
    """Highest sum of all numbers together; None for no limit."""
    stock: str = ""
    """Name of the entry of `Choices.stocks` that the numbers are spent from; empty for none."""
    when: When | None = None
    """Condition under which the question is asked; None for always."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One possible step of a `Walk`, such as one cell to the left."""

    label: str
    """What the step is called, for people, such as `left`."""
    value: Plain
    """Value that the step appends to the list in the action."""
    rows: int = 0
    """Number of grid rows that the step goes down; negative for up."""
    columns: int = 0
    """Number of grid columns that the step goes to the right; negative for left."""


@dataclasses.dataclass(frozen=True, slots=True)
class Walk:
    """A question that asks for steps from a cell of a grid, one after the other."""

    id: str
    """Id of the question, unique among the questions of a decision."""
    title: str
    """Text of the question, for people."""
    steps: tuple[Step, ...]
    """The steps that may be chosen."""
    into: Path
    """Path of the list in the action to which the steps' values are appended."""
    start: str = ""
    """Place of the grid cell where the walk begins, such as `3,4`; empty where it is not known."""
    most: int = 1
    """Highest number of steps in the walk."""
    when: When | None = None
    """Condition under which the question is asked; None for always."""


@dataclasses.dataclass(frozen=True, slots=True)
class Spots:
    """A question that asks for cells of a grid, and for what to put on each cell."""

    id: str
    """Id of the question, unique among the questions of a decision."""
    title: str
    """Text of the question, for people."""
    kinds: tuple[Option, ...]
    """Options that may be put on a cell; the value of each is an object, which gets the cell's row
    and column added.
    """
    into: Path
    """Path of the list in the action to which one object a cell is appended."""
    rows: int
    """Number of rows of the grid."""
    columns: int
    """Number of columns of the grid."""
    keys: tuple[str, str] = ("row", "col")
    """Names of the two fields that hold row and column in each object."""
    most: int = 1
    """Highest number of cells that may be chosen."""
    when: When | None = None
    """Condition under which the question is asked; None for always."""


@dataclasses.dataclass(frozen=True, slots=True)
class Text:
    """A question that asks for a text."""

    id: str
    """Id of the question, unique among the questions of a decision."""
    title: str
    """Text of the question, for people."""
    into: Path
    """Where the text goes in the action."""
    is_json: bool = False
    """Whether the text is JSON whose value goes into the action; an empty text then adds
    nothing.
    """
    start: str = ""
    """Text before the person answers."""
    when: When | None = None
    """Condition under which the question is asked; None for always."""


Ask: TypeAlias = Pick | Numbers | Walk | Spots | Text

_Node: TypeAlias = dict[Any, Any]
"""An unfinished JSON object of an action. A list in it is a dictionary with its indices as keys, so
that entries can be added in any order.
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Choices:
    """The form for one decision of a seat: its questions, and how answers make an action."""

    title: str
    """The decision in one sentence, for people."""
    asks: tuple[Ask, ...]
    """The questions, in order; no two have the same id."""
    base: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    """The action before any question is answered."""
    stocks: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """How many units all answers together may spend, by name of the stock."""


def composed(choices: Choices, answers: Answers) -> dict[str, Plain]:
    """Return the action that answers to the form `choices` make.

    A question without an answer keeps its `start`.

    Raises:
        FieldError: An answer is not among those allowed; names the question and its bound.
    """
    known = {ask.id for ask in choices.asks}
    for name in answers:
        if name not in known:
            raise FieldError("answers", f"by ids of what is asked: {', '.join(known)}", name)
    # A deep copy: nothing that is put in may change the base.
    whole: _Node = json.loads(json.dumps(choices.base))
    picked: dict[str, tuple[int, ...]] = {}
    taken: set[str] = set()
    spent: collections.Counter[str] = collections.Counter()
    for ask in choices.asks:
        # A question that was not asked leaves nothing, whatever answer came for it.
        if ask.when is not None and not set(picked.get(ask.when.ask, ())) & set(ask.when.options):
            continue
        match ask:
            case Pick():
                answer = answers.get(ask.id, list(ask.start))
                picked[ask.id] = places = _picked(ask, answer, taken)
                for place in places:
                    spent.update(ask.options[place].costs)
                    _put(whole, ask.into, ask.options[place].value, is_list=ask.is_list)
            case Numbers():
                values = answers.get(ask.id, [number.start for number in ask.numbers])
                for number, value in zip(ask.numbers, _numbers(ask, values), strict=True):
                    spent[ask.stock] += value
                    _put(whole, (*ask.into, number.key), value)
            case Walk():
                steps = _places(ask.id, answers.get(ask.id, []), len(ask.steps), 0, ask.most)
                for place in steps:
                    _put(whole, ask.into, ask.steps[place].value, is_list=True)
            case Spots():
                for spot in _spots(ask, answers.get(ask.id, [])):
                    _put(whole, ask.into, spot, is_list=True)
            case Text():
                _put_text(whole, ask, answers.get(ask.id, ask.start))
    for name, most in choices.stocks.items():
        if spent[name] > most:
            raise FieldError(name, f"at most {most} in all", spent[name])
    action: dict[str, Plain] = _compact(whole)
    return action


def _picked(ask: Pick, answer: object, taken: set[str]) -> tuple[int, ...]:
    most = ask.most if ask.is_list else 1
    places = _places(ask.id, answer, len(ask.options), ask.least, most)
    for place in places:
        keys = ask.options[place].keys
        if taken.intersection(keys):
            label = ask.options[place].label
            raise FieldError(ask.id, "of options that do not take up the same", label)
        # Kept over all questions, so that two of them can't use up the same thing.
        taken.update(keys)
    return places


def _places(name: str, answer: object, count: int, least: int, most: int) -> tuple[int, ...]:
    if not isinstance(answer, list):
        raise FieldError(name, "a list of places", answer)
    if not least <= len(answer) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise FieldError(name, f"a list of {wanted}", answer)
    for entry in answer:
        _check_whole(name, entry, 0, count - 1)
    return tuple(answer)


def _spots(ask: Spots, answer: object) -> list[Plain]:
    if not isinstance(answer, list) or len(answer) > ask.most:
        raise FieldError(ask.id, f"a list of at most {ask.most}", answer)
    spots: list[Plain] = []
    for entry in answer:
        if not isinstance(entry, list) or len(entry) != 3:
            raise FieldError(ask.id, "a list of kind, row and column each", entry)
        kind, row, column = entry
        _check_whole(f"{ask.id}.kind", kind, 0, len(ask.kinds) - 1)
        _check_whole(f"{ask.id}.row", row, 0, ask.rows - 1)
        _check_whole(f"{ask.id}.column", column, 0, ask.columns - 1)
        value = ask.kinds[kind].value
        assert isinstance(value, dict), value
        spots.append({**value, ask.keys[0]: row, ask.keys[1]: column})
    return spots


def _numbers(ask: Numbers, answer: object) -> list[int]:
    if not isinstance(answer, list) or len(answer) != len(ask.numbers):
        raise FieldError(ask.id, f"a list of {len(ask.numbers)} numbers", answer)
    for number, value in zip(ask.numbers, answer, strict=True):
        _check_whole(f"{ask.id}.{number.label}", value, number.low, number.high)
    if ask.most is not None and sum(answer) > ask.most:
        raise FieldError(ask.id, f"at most {ask.most} together", answer)
    return answer


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise FieldError(name, f"a whole number from {low} to {high}", value)


def _put_text(whole: _Node, ask: Text, answer: object) -> None:
    if not isinstance(answer, str):
        raise FieldError(ask.id, "a text", answer)
    if not ask.is_json:
        _put(whole, ask.into, answer)
        return
    if not answer.strip():
        return
    try:
        value = read_json(answer)
    except MalformedError as error:
        raise FieldError(ask.id, f"JSON ({error})", answer) from None
    _put(whole, ask.into, value)


def _put(whole: _Node, path: Path, value: Plain, *, is_list: bool = False) -> None:
    """Put a value into the unfinished action `whole` at a path; do nothing if the value is None.

    Merge an object with the one already there; with `is_list`, append the value, or all entries of
    a list. Lists are dictionaries by index until `_compact` turns them into lists, so that entries
    may be added in any order.
    """
    if value is None:
        return
    # Copied, since later values may be merged into it.
    copy: Any = json.loads(json.dumps(value))
    if not path:
        whole.update(copy)
        return
    *way, last = path
    node = whole
    for part in way:
        node = node.setdefault(part, {})
    if is_list:
        # Keyed by the next free index, until `_compact` makes a list of it.
        there = node.setdefault(last, {})
        for each in copy if isinstance(copy, list) else [copy]:
            there[len(there)] = each
    elif isinstance(copy, dict) and last in node:
        node[last] |= copy
    else:
        node[last] = copy


def _compact(value: Any) -> Any:
    """Return `value` with each dictionary of integer keys turned into a list of its values.

    The values are in the order of the keys; keys that are missing leave no gap in the list.
    """
    if isinstance(value, list):
        return [_compact(each) for each in value]
    if not isinstance(value, dict):
        return value
    # Only `_put` makes integer keys: JSON has none.
    if value and all(isinstance(key, int) for key in value):
        return [_compact(value[key]) for key in sorted(value)]
    return {key: _compact(each) for key, each in value.items()}
