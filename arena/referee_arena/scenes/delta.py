"""What changes from one plain value to the next, so that a history holds few whole ones.

A change of an object is an object by key: `0` for what is gone, `[value]` for what is new or another,
an object for a change within; `$order` has all keys where they are in another order than by taking out and
adding behind. A change of a list of as many values is likewise an object, by index.
"""

from __future__ import annotations

from referee.core.plain import Plain

__all__ = ["applied", "change"]

_ORDER = "$order"


def change(old: Plain, new: Plain) -> Plain:
    """Return what turns `old` into `new`: an object, or `[new]` where it is told as a whole.

    What is the same object in both is not looked into, and so has to be left as it is by whoever holds it.
    """
    told = _change(old, new)
    if told is None:
        return {} if isinstance(new, dict | list) else [new]
    return told


def _change(old: Plain, new: Plain) -> Plain:
    """Return the change; None for none. Here `1`, `1.0` and `true` are three, and order counts."""
    if old is new:
        return None
    if type(old) is not type(new):
        return [new]
    if isinstance(old, dict) and isinstance(new, dict):
        return _object_change(old, new) or None
    if isinstance(old, list) and isinstance(new, list):
        return _list_change(old, new)
    return None if old == new else [new]


def _object_change(old: dict[str, Plain], new: dict[str, Plain]) -> dict[str, Plain]:
    if [*old] != [*new]:
        return _rearranged(old, new)
    return {
        key: told
        for (key, before), value in zip(old.items(), new.values(), strict=True)
        if before is not value and (told := _change(before, value)) is not None
    }


def _rearranged(old: dict[str, Plain], new: dict[str, Plain]) -> dict[str, Plain]:
    """Return the change of an object that has other keys, or has them in another order."""
    told: dict[str, Plain] = {key: 0 for key in old if key not in new}
    for key, value in new.items():
        inner = _change(old[key], value) if key in old else [value]
        if inner is not None:
            told[key] = inner
    order: list[Plain] = [*new]
    if order != [key for key in old if key in new] + [key for key in new if key not in old]:
        told[_ORDER] = order
    return told


def _list_change(old: list[Plain], new: list[Plain]) -> Plain:
    """Return the change of a list: most are lines, so that a value in it is told whole."""
    if len(old) != len(new):
        return [new]
    pairs = enumerate(zip(old, new, strict=True))
    changed = [index for index, (one, other) in pairs if not _is_same(one, other)]
    if 2 * len(changed) > len(new):
        return [new]
    return {str(index): [new[index]] for index in changed} or None


def _is_same(old: Plain, new: Plain) -> bool:
    """Return whether there is no change; a text tells kinds of numbers, and order, faster than a look at each."""
    if old is new or old != new:
        return old is new
    return (isinstance(old, str) and isinstance(new, str)) or repr(old) == repr(new)


def applied(old: Plain, told: Plain) -> Plain:
    """Return what a change turns `old` into; the browser's twin is `static/delta.js`.

    Raises:
        ValueError: The change is not one of `old`.
    """
    if isinstance(told, list) and len(told) == 1:
        return told[0]
    if not isinstance(told, dict):
        raise ValueError(f"no change: {told!r}")
    if isinstance(old, list):
        if not told.keys() <= set(map(str, range(len(old)))):
            raise ValueError(f"a change of {len(old)} values: {sorted(told)}")
        return [
            applied(one, told[str(index)]) if str(index) in told else one
            for index, one in enumerate(old)
        ]
    if not isinstance(old, dict):
        raise ValueError(f"a change within {old!r}")
    return _applied_to_object(old, told)


def _applied_to_object(old: dict[str, Plain], told: dict[str, Plain]) -> Plain:
    new = dict(old)
    for key, value in told.items():
        if key == _ORDER:
            continue
        if value != 0:
            new[key] = applied(old.get(key), value)
        elif key in new:
            del new[key]
        else:
            raise ValueError(f"{key!r} is gone, and was not there")
    order = told.get(_ORDER)
    if not isinstance(order, list):
        return new
    if sorted(map(str, order)) != sorted(new):
        raise ValueError(f"an order of {order}, for {list(new)}")
    return {str(key): new[str(key)] for key in order}
