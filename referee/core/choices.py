"""A form for a person who decides, as data: the questions, and how answers are combined into an action.

A game's `GameView.choices` makes it from an observation, as `GameView.scene` makes a scene. A page, or any other
form, shows each `Ask` and returns plain answers by the ids of the questions; `composed` makes the Action message
from them, in protobuf's JSON form.

Choices need not be exact: an action that they allow and the rules don't is refused by the referee, as a bot's is.
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
"""Where a value goes in the Action message: names of fields, and indices in lists. Unused indices are removed in the
end, so only their order matters."""

Answers: TypeAlias = Mapping[str, object]
"""By id of an `Ask`: places of options picked or of steps made, a value for each number, kind, row and column of
each spot, or a text."""


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One of several things to pick from."""

    label: str
    """What it is, for people: `move to 3,4`."""
    value: Plain
    """The value to put into the action; None for nothing. For a `Pick` of a list, a list adds all its entries."""
    at: str = ""
    """The place of a field, or another reference of the scene, that it is picked by; empty for none."""
    group: str = ""
    """What it belongs to, such as the unit that would do it; picked first where there are several."""
    group_at: str = ""
    """The place or reference that the group is picked by."""
    keys: tuple[str, ...] = ()
    """Things that it uses: no two picked options may share one, not even of different questions."""
    costs: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Units that it spends, by name of the stock in `stocks`."""
    also_at: tuple[str, ...] = ()
    """Further places that it is picked by, as all cells of a column."""


@dataclasses.dataclass(frozen=True, slots=True)
class When:
    """Condition of a question: it is asked only after certain answers."""

    ask: str
    """Id of the `Pick` that it depends on, asked before."""
    options: tuple[int, ...]
    """Places of the options of which one has to be picked there."""


@dataclasses.dataclass(frozen=True, slots=True)
class Pick:
    """Asks for one option, or for a list of them."""

    id: str
    """Unique among the questions of a decision."""
    title: str
    """What is asked, for people."""
    options: tuple[Option, ...]
    """What there is to pick from."""
    into: Path = ()
    """Where the value of the option goes; values for a list are appended."""
    is_list: bool = False
    """Whether several may be picked, in an order, and one more than once unless its `keys` forbid it."""
    least: int = 1
    """How many have to be picked, from 0."""
    most: int = 1
    """How many may be, from 1."""
    start: tuple[int, ...] = ()
    """Places of options that are picked at first."""
    when: When | None = None
    """When it is asked; None for always."""


@dataclasses.dataclass(frozen=True, slots=True)
class Number:
    """A whole number that is asked for."""

    label: str
    """What it is."""
    key: str | int
    """The last part of its path, behind that of its `Numbers`."""
    low: int
    """Least that it may be."""
    high: int
    """Most that it may be."""
    start: int = 0
    """The value before it is answered."""


@dataclasses.dataclass(frozen=True, slots=True)
class Numbers:
    """Asks for whole numbers, such as parts of a whole."""

    id: str
    """As of `Pick`."""
    title: str
    """As of `Pick`."""
    numbers: tuple[Number, ...]
    """Which."""
    into: Path = ()
    """Where they go."""
    most: int | None = None
    """Most of all of them together; None for any."""
    stock: str = ""
    """Which of the `stocks` they are taken from; empty for none."""
    when: When | None = None
    """As of `Pick`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One way to go on."""

    label: str
    """What it is called: `left`."""
    value: Plain
    """What it puts into the action."""
    rows: int = 0
    """How many rows of a grid it goes down."""
    columns: int = 0
    """How many columns it goes to the right."""


@dataclasses.dataclass(frozen=True, slots=True)
class Walk:
    """Asks for steps from a cell of a grid, one after the other."""

    id: str
    """As of `Pick`."""
    title: str
    """As of `Pick`."""
    steps: tuple[Step, ...]
    """The ways to go on."""
    into: Path
    """The list that they go into."""
    start: str = ""
    """The place of the grid where it begins; empty where that is not known."""
    most: int = 1
    """How many there may be."""
    when: When | None = None
    """As of `Pick`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Spots:
    """Asks for cells of a grid, each with what is to be there."""

    id: str
    """As of `Pick`."""
    title: str
    """As of `Pick`."""
    kinds: tuple[Option, ...]
    """What may be put on a cell; their values are objects."""
    into: Path
    """The list that they go into."""
    rows: int
    """Rows of the grid."""
    columns: int
    """Its columns."""
    keys: tuple[str, str] = ("row", "col")
    """Names of the fields for row and column."""
    most: int = 1
    """How many there may be."""
    when: When | None = None
    """As of `Pick`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Text:
    """Asks for a text."""

    id: str
    """As of `Pick`."""
    title: str
    """As of `Pick`."""
    into: Path
    """Where it goes."""
    is_json: bool = False
    """Whether it is the JSON of what goes there, and goes nowhere if it is empty."""
    start: str = ""
    """The value before it is answered."""
    when: When | None = None
    """As of `Pick`."""


Ask: TypeAlias = Pick | Numbers | Walk | Spots | Text

_Node: TypeAlias = dict[Any, Any]
"""An object on the way to an action; see `_put`."""


@dataclasses.dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may answer at a decision."""

    title: str
    """The decision, in a sentence."""
    asks: tuple[Ask, ...]
    """What is asked, in order; no two with one id."""
    base: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    """The action before anything is answered."""
    stocks: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Units that all answers together may spend, by name of the stock."""


def composed(choices: Choices, answers: Answers) -> dict[str, Plain]:
    """Return the action that answers make. A question without an answer keeps its `start`.

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
    """Put a value at a path; an object is merged with the one there, and values for a list are appended.

    Lists are dictionaries by index until `_compact`, so that entries may be put in in any order.
    """
    if value is None:
        return
    copy: Any = json.loads(json.dumps(value))
    if not path:
        whole.update(copy)
        return
    *way, last = path
    node = whole
    for part in way:
        node = node.setdefault(part, {})
    if is_list:
        there = node.setdefault(last, {})
        for each in copy if isinstance(copy, list) else [copy]:
            there[len(there)] = each
    elif isinstance(copy, dict) and last in node:
        node[last] |= copy
    else:
        node[last] = copy


def _compact(value: Any) -> Any:
    """Return a value with lists in place of dictionaries by index, without gaps."""
    if isinstance(value, list):
        return [_compact(each) for each in value]
    if not isinstance(value, dict):
        return value
    if value and all(isinstance(key, int) for key in value):
        return [_compact(value[key]) for key in sorted(value)]
    return {key: _compact(each) for key, each in value.items()}
