"""Columns of one seat's observation, read from the message that a bot is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from referee_envs.columns import ALWAYS, Array, Column, Description
from referee_envs.errors import InputError
from referee_envs.message_rules import dungeon_keeper, proving_grounds

__all__ = ["MessageReader"]

_UNTOLD = frozenset(ALWAYS) - {"asked", "alive"}
"""Columns of every game that no bot is told of."""


class MessageReader:
    """Reads columns as environments tell them.

    Args:
        description: The game, as it was trained on.
        names: The columns to read.

    Raises:
        InputError: Bots are not told of a column.
    """

    def __init__(self, description: Description, names: Sequence[str]) -> None:
        for name in names:
            if name in _UNTOLD:
                raise InputError("columns", "what a bot is told of", repr(name))
        self._columns = [description.column(name) for name in names]
        self._game = description.game
        self._rules = _RULES.get(description.game, {})
        self._renamed = _RENAMED.get(description.game, {})
        shapes = {column.name: column.shape for column in description.observed}
        longest = _LONGEST.get(description.game, {}).items()
        self._longest = {name: shapes[own][0] for name, own in longest if own in shapes}

    def read(self, observation: Any, config: Any) -> dict[str, Any]:
        """Return columns of a seat that must decide, each with an axis of one entry in front.

        Args:
            observation: The game's Observation message, whole.
            config: The match's Config message.

        Raises:
            InputError: The match is larger than the columns are: it has another config.
        """
        listed = self._shortened(observation)
        return {
            column.name: self._value(
                column, listed if _is_listed(column, self._longest) else observation, config
            )
            for column in self._columns
        }

    def _shortened(self, observation: Any) -> Any:
        """Return the message without what columns of long lists leave out; the same one if that is nothing."""
        if all(len(getattr(observation, name)) <= most for name, most in self._longest.items()):
            return observation
        shortened = type(observation).FromString(observation.SerializeToString())
        for name, most in self._longest.items():
            del getattr(shortened, name)[most:]
        return shortened

    def _value(self, column: Column, observation: Any, config: Any) -> Any:
        name = column.name
        if column.ragged:
            return [observation.SerializeToString()]
        array = np.zeros((1, *column.shape), np.dtype(column.dtype))
        if name in ("asked", "alive"):
            array[...] = True
        elif name in self._rules:
            self._put(column, array, self._rules[name](observation, config))
        else:
            parts = [part for part in name.split(".") if part != "table"]
            part = parts.pop() if parts[-1] in ("present", "count") else ""
            path = [self._renamed.get(each, each) for each in parts]
            if part == "count" and not _leads_to_list(observation.DESCRIPTOR, path):
                path, part = [*path, part], ""
            try:
                _fill(array, (0,), observation, path, part)
            except IndexError:
                raise InputError(name, f"of shape {column.shape} at most", "larger") from None
        return array

    def _put(self, column: Column, array: Array, value: Any) -> None:
        """Write numbers to the beginning of a column."""
        given = np.asarray(value)
        if given.ndim != len(column.shape) or any(np.greater(given.shape, column.shape)):
            bound = f"of shape {column.shape} at most"
            if given.size:
                raise InputError(column.name, bound, f"of shape {given.shape}")
            return
        array[0, ...][tuple(slice(length) for length in given.shape)] = given


def _is_listed(column: Column, longest: Mapping[str, int]) -> bool:
    return column.name.partition(".")[0] in longest


def _leads_to_list(descriptor: Any, path: Sequence[str]) -> bool:
    """Return whether a path ends in a field that is repeated."""
    for name in path[:-1]:
        descriptor = descriptor.fields_by_name[name].message_type
    field = descriptor.fields_by_name.get(path[-1])
    return field is not None and field.is_repeated


def _fill(array: Array, at: tuple[int, ...], message: Any, path: Sequence[str], part: str) -> None:
    """Write what a path leads to into an array of zeros; what is not there stays 0."""
    name, *rest = path
    field = message.DESCRIPTOR.fields_by_name[name]
    if field.is_repeated:
        entries = getattr(message, name)
        if not rest and part:
            array[at] = len(entries)
            return
        for place, entry in enumerate(entries):
            if rest:
                _fill(array, (*at, place), entry, rest, part)
            else:
                array[(*at, place)] = _number(field, entry)
        return
    if not _is_there(field, message):
        return
    if not rest:
        array[at] = True if part == "present" else _number(field, getattr(message, name))
    else:
        _fill(array, at, getattr(message, name), rest, part)


def _is_there(field: Any, message: Any) -> bool:
    """Return whether a field is set; a choice that says nothing of that is where it has a member."""
    if field.has_presence:
        return bool(message.HasField(field.name))
    return field.enum_type is None or getattr(message, field.name) != 0


def _number(field: Any, value: Any) -> Any:
    """Return the number of a value; choices count from 0, and on the wire 0 is what is not set."""
    return value - 1 if field.enum_type is not None else value


# What is not in a message as it is in columns, by game.

_Rule = Callable[[Any, Any], Any]


def _contents(config: Any) -> dict[str, int]:
    """Return what columns call each code of a map of Dice Adventure (DA-2.9, DA-6.5)."""
    terrain = ("??", "##", "..", "**", "C1", "C2", "C3", "K1", "K2", "K3")
    return {code: place for place, code in enumerate([*terrain, *(t.code for t in config.types)])}


def _grid(observation: Any, config: Any) -> list[list[int]]:
    contents = _contents(config)
    return [
        [contents[row[at : at + 2]] for at in range(0, len(row), 2)] for row in observation.grid
    ]


def _monsters(observation: Any, config: Any) -> list[int]:
    contents = _contents(config)
    return [contents[monster.code] for monster in observation.monsters]


_ADVENTURE: dict[str, _Rule] = {
    "grid": _grid,
    "seen": lambda seen, _: [[int(cell) for cell in row] for row in seen.seen],
    "monsters.content": _monsters,
    "pings.symbol": lambda seen, _: [ord(ping.symbol) - ord("A") for ping in seen.pings],
    "results.outcome": lambda seen, _: [result.outcome for result in seen.results],
}


def _result(observation: Any, config: Any) -> int:
    """Return how the last game stood after the last round (DM-7.1, DM-7.2): 0 it went on, 3 it was drawn."""
    if not observation.HasField("last_round"):
        return 0
    last = observation.last_round
    first, second = last.life_after
    if first > 0 and second > 0 and last.round < config.round_cap:
        return 0
    return 1 if first > second else 2 if first < second else 3


_RULES: Mapping[str, Mapping[str, _Rule]] = {
    "dice_adventure": _ADVENTURE,
    "diceman": {"num_choices": lambda *_: 6, "table.last_round.result": _result},
    "dungeon_keeper": dungeon_keeper.RULES,
    "proving_grounds": proving_grounds.RULES,
}
_RENAMED: Mapping[str, Mapping[str, str]] = {
    "dice_adventure": {"char": "character"},
    "proving_grounds": {"kind": "hero_class", "number": "count"},
}
_LONGEST: Mapping[str, Mapping[str, str]] = {"dungeon_keeper": dungeon_keeper.LONGEST}
"""Lists that columns have only the first entries of, and a column that says how many."""
