"""Computes the columns of one seat's observation from the message that a bot receives."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from referee_envs.actions.base import LEGAL_MESSAGES
from referee_envs.actions.numbered import MASK
from referee_envs.columns import ALWAYS, Array, Column, Description
from referee_envs.errors import InputError
from referee_envs.message_rules import dungeon_keeper, proving_grounds

__all__ = ["MessageReader"]

_NOT_FOR_BOTS = frozenset(ALWAYS) - {"asked", "alive"}
"""Names of the columns that every game has, but that bots do not receive."""
_NUM_CHOICES = "num_choices"
"""Name of the column with the number of legal actions."""
_LEGAL, _KIND = "legal.", "legal.kind"
"""Prefix of the names of columns that have a field of each legal action, and name of the column with
the kind of each.
"""


class MessageReader:
    """Computes, for a bot, the columns that a policy had in training.

    Args:
        description: Description of the game that the policy was trained on.
        names: Names of the columns to compute.

    Raises:
        InputError: A column is one that bots do not receive.
    """

    def __init__(self, description: Description, names: Sequence[str]) -> None:
        for name in names:
            if name in _NOT_FOR_BOTS:
                raise InputError("columns", "some that bots get", repr(name))
        self._columns = [description.column(name) for name in names]
        self._game = description.game
        self._rules = _RULES.get(description.game, {})
        self._renamed = _RENAMED.get(description.game, {})
        # A game may have a field of that name. The columns of legal actions are those from `num_choices` on.
        own = [column.name for column in description.observed]
        first = own.index(_NUM_CHOICES) if _NUM_CHOICES in own else len(own)
        self._listed = frozenset(own[first:])
        self._numbered = description.numbered
        self._numbers: dict[bytes, int] = {}
        """Fixed numbers of actions, by the action's serialized message; empty until `read` first gets
        legal actions, from which the message class is taken.
        """
        self.reads_legal = any(self._is_of_legal(column.name) for column in self._columns)
        """Whether one of the columns is computed from the legal actions."""
        shapes = {column.name: column.shape for column in description.observed}
        longest = _LONGEST.get(description.game, {}).items()
        self._longest = {name: shapes[own][0] for name, own in longest if own in shapes}

    def _is_of_legal(self, name: str) -> bool:
        is_of_legal = name in {_NUM_CHOICES, MASK} or name.startswith(_LEGAL)
        return is_of_legal and name in self._listed and name not in self._rules

    def read(
        self, observation: Any, config: Any, legal: Sequence[Any] | None = None
    ) -> dict[str, Any]:
        """Return the columns of a seat that must decide.

        The first axis of arrays has length 1.

        Args:
            observation: The game's Observation message, complete.
            config: The match's Config message.
            legal: Legal actions of the turn as the game's Action messages; required if
                `reads_legal`.

        Raises:
            InputError: The match has another config, under which lists or maps are larger than their columns; or
                legal actions are required and missing.
        """
        listed = self._shortened(observation)
        seen = {
            column.name: self._value(
                column, listed if _is_listed(column, self._longest) else observation, config
            )
            for column in self._columns
            if not self._is_of_legal(column.name)
        }
        # Only then does a bot need the legal actions of its turn.
        if self.reads_legal:
            seen |= self._of_legal(legal)
        return seen

    def _shortened(self, observation: Any) -> Any:
        """Return the observation with lists cut to the length of their columns.

        If no list is longer, the same object is returned.
        """
        # The common case: nothing is copied.
        if all(len(getattr(observation, name)) <= most for name, most in self._longest.items()):
            return observation
        shortened = type(observation).FromString(observation.SerializeToString())
        for name, most in self._longest.items():
            del getattr(shortened, name)[most:]
        return shortened

    def _of_legal(self, legal: Sequence[Any] | None) -> dict[str, Any]:
        """Return the columns computed from legal actions, and under `LEGAL_MESSAGES` the actions themselves."""
        if legal is None:
            bound = "listed by the referee in each turn (feature legal-actions)"
            raise InputError("turn.legal", bound, None)
        seen: dict[str, Any] = {LEGAL_MESSAGES: legal}
        for column in self._columns:
            if column.name == _NUM_CHOICES:
                seen[_NUM_CHOICES] = np.full(1, len(legal), np.int32)
            elif column.name == MASK:
                seen[MASK] = self._mask(legal)
            elif self._is_of_legal(column.name):
                seen[column.name] = self._fields_of_legal(column, legal)
        return seen

    def _fields_of_legal(self, column: Column, legal: Sequence[Any]) -> Array:
        """Return one field of each legal action as the column's array.

        For the column of kinds, it is which field of the oneof `kind` is set, from 1.
        """
        array = np.zeros((1, *column.shape), np.dtype(column.dtype))
        names: list[str] = []
        if _KIND in self._listed:  # only where there are several
            # In the order of the oneof, which is that of the game's kinds in training.
            names = [field.name for field in legal[0].DESCRIPTOR.oneofs_by_name["kind"].fields]
        path = column.name.removeprefix(_LEGAL).split(".")
        for place, action in enumerate(legal[: column.shape[0]]):
            if column.name == _KIND:
                array[0, place] = 1 + names.index(action.WhichOneof("kind"))
            elif not names or action.HasField(path[0]):
                _put_path(array, (0, place), action, path)
        return array

    def _mask(self, legal: Sequence[Any]) -> Array:
        if not self._numbers:
            # Serialised again by protobuf, as the legal ones are: a game may serialise absent fields differently.
            actions = map(type(legal[0]).FromString, self._numbered)
            self._numbers = {_bytes(action): number for number, action in enumerate(actions)}
        mask = np.zeros((1, len(self._numbered)), np.int8)
        for action in legal:
            number = self._numbers.get(_bytes(action))
            if number is None:
                bound = f"one of the {len(self._numbered)} that the policy was trained with"
                raise InputError("action", bound, str(action) or repr(action))
            mask[0, number] = 1
        return mask

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
            try:
                _put_path(array, (0,), observation, parts, self._renamed)
            # A config with more entries than in training: the policy has no input for them.
            except IndexError:
                raise InputError(name, f"of shape {column.shape} at most", "larger") from None
        return array

    def _put(self, column: Column, array: Array, value: Any) -> None:
        """Write numbers to the beginning of a column's array; the rest stays 0."""
        given = np.asarray(value)
        # An empty list has no shape of its entries, so it is accepted with any number of axes.
        if given.ndim != len(column.shape) or any(np.greater(given.shape, column.shape)):
            bound = f"of shape {column.shape} at most"
            if given.size:
                raise InputError(column.name, bound, f"of shape {given.shape}")
            return
        array[0, ...][tuple(slice(length) for length in given.shape)] = given


def _bytes(action: Any) -> bytes:
    data: bytes = action.SerializeToString(deterministic=True)
    return data


def _is_listed(column: Column, longest: Mapping[str, int]) -> bool:
    return column.name.partition(".")[0] in longest


def _leads_to_list(descriptor: Any, path: Sequence[str]) -> bool:
    """Return whether the field at the end of a path of field names is repeated.

    `descriptor` is that of the message type at which the path begins.
    """
    for name in path[:-1]:
        descriptor = descriptor.fields_by_name[name].message_type
    field = descriptor.fields_by_name.get(path[-1])
    return field is not None and field.is_repeated


def _put_path(
    array: Array,
    at: tuple[int, ...],
    message: Any,
    names: Sequence[str],
    renamed: Mapping[str, str] = types.MappingProxyType({}),
) -> None:
    """Write the value that a column's name stands for: a field's value, its number of entries, or its presence.

    Args:
        array: Array of zeros, changed in place.
        at: Index in the array of the entry to write.
        message: Message to read from.
        names: Parts of the column's name, which were joined by dots.
        renamed: Names of message fields by their names in columns, where the two differ.
    """
    *fields, part = names
    path = [renamed.get(each, each) for each in fields]
    is_count = bool(path) and part == "count" and _leads_to_list(message.DESCRIPTOR, path)
    if is_count or (path and part == "present"):
        _fill(array, at, message, path, part)
    else:
        # A field may be called so itself.
        last = part if part == "count" else renamed.get(part, part)
        _fill(array, at, message, [*path, last], "")


def _fill(array: Array, at: tuple[int, ...], message: Any, path: Sequence[str], part: str) -> None:
    """Write the values at a path of field names into an array of zeros, from index `at`; absent values stay 0.

    `part` is `count` to write the length of a list instead, `present` to write whether a field is set, else empty.
    """
    name, *rest = path
    field = message.DESCRIPTOR.fields_by_name[name]
    if field.is_repeated:
        entries = getattr(message, name)
        # `part` is "count" here: of a list there is no "present".
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
    """Return whether a message has a field; an enum field without presence counts if it is not 0."""
    if field.has_presence:
        return bool(message.HasField(field.name))
    # Enums of packages older than the kit have no presence, and never send 0.
    return field.enum_type is None or getattr(message, field.name) != 0


def _number(field: Any, value: Any) -> Any:
    """Return the number that stands in columns for a field's value in a message.

    Enum members count from 0 in columns, while on the wire 0 is the unset value.
    """
    return value - 1 if field.enum_type is not None else value


# Columns that differ from fields of messages, by game.

_Rule = Callable[[Any, Any], Any]


def _contents(config: Any) -> dict[str, int]:
    """Return the number that columns have for each two-character map code of Dice Adventure (DA-2.9, DA-6.5)."""
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
    """Return the result of a game of Diceman after its last round (DM-7.1, DM-7.2).

    0 means that there is none yet, 1 or 2 that the first or second seat has won, 3 a draw.
    """
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
"""For each game, the lists of its observation that are cut, because their columns have room for a
limited number of entries: name of the list, and name of a column whose length is that number.
"""
