"""Computes and applies changes between plain (JSON) values, so that a history need not hold each frame as a whole.

The change of an object is an object. Under a key it has `0` if the key is removed, `[value]` for a new or replaced
value, or an object, which is the change within the value. If removing keys and adding new ones at the end does not
give the new order of keys, `$order` lists all keys in their order. The change of a list of the same length is an
object in the same form, by index.
"""

from __future__ import annotations

from referee.core.plain import Plain

__all__ = ["applied", "change"]

_ORDER = "$order"


def change(old: Plain, new: Plain) -> Plain:
    """Return the change that turns `old` into `new`: an object, or `[new]` if the value is replaced as a whole.

    A part that is the same Python object in both counts as unchanged and is not compared. So callers must never mutate
    a part that was in a value given here.
    """
    changed = _change(old, new)
    if changed is None:
        return {} if isinstance(new, dict | list) else [new]
    return changed


def _change(old: Plain, new: Plain) -> Plain:
    """Return the change from `old` to `new`; None if they are the same.

    `1`, `1.0` and `true` are different values, and objects with their keys in different orders differ.
    """
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
        key: changed
        for (key, before), value in zip(old.items(), new.values(), strict=True)
        if before is not value and (changed := _change(before, value)) is not None
    }


def _rearranged(old: dict[str, Plain], new: dict[str, Plain]) -> dict[str, Plain]:
    """Return the change from one object to another that has other keys, or has them in another order."""
    changed: dict[str, Plain] = {key: 0 for key in old if key not in new}
    for key, value in new.items():
        inner = _change(old[key], value) if key in old else [value]
        if inner is not None:
            changed[key] = inner
    order: list[Plain] = [*new]
    if order != [key for key in old if key in new] + [key for key in new if key not in old]:
        changed[_ORDER] = order
    return changed


def _list_change(old: list[Plain], new: list[Plain]) -> Plain:
    """Return the change from one list to another; None if nothing changed.

    Most lists are of lines of text, so a value that changed is replaced as a whole.
    """
    if len(old) != len(new):
        return [new]
    pairs = enumerate(zip(old, new, strict=True))
    changed = [index for index, (one, other) in pairs if not _is_same(one, other)]
    if 2 * len(changed) > len(new):
        return [new]  # by index it would be longer
    return {str(index): [new[index]] for index in changed} or None


def _is_same(old: Plain, new: Plain) -> bool:
    """Return whether two values are the same, with equal types and orders of keys."""
    if old is new or old != new:
        return old is new
    # Equal is not enough: `1 == True`, and the order of keys is ignored. Comparing `repr` checks both, and is faster
    # than a walk through all values.
    return (isinstance(old, str) and isinstance(new, str)) or repr(old) == repr(new)


def applied(old: Plain, changed: Plain) -> Plain:
    """Return the value that results if a change is applied to `old`. In the browser, `static/delta.js` does the same.

    Raises:
        ValueError: The change can't be applied to `old`, such as one that removes a missing key.
    """
    if isinstance(changed, list) and len(changed) == 1:
        return changed[0]
    if not isinstance(changed, dict):
        raise ValueError(f"no change: {changed!r}")
    if isinstance(old, list):
        if not changed.keys() <= set(map(str, range(len(old)))):
            raise ValueError(f"a change of {len(old)} values: {sorted(changed)}")
        return [
            applied(one, changed[str(index)]) if str(index) in changed else one
            for index, one in enumerate(old)
        ]
    if not isinstance(old, dict):
        raise ValueError(f"a change within {old!r}")
    return _applied_to_object(old, changed)


def _applied_to_object(old: dict[str, Plain], changed: dict[str, Plain]) -> Plain:
    new = dict(old)
    for key, value in changed.items():
        if key == _ORDER:
            continue
        if value != 0:
            new[key] = applied(old.get(key), value)
        elif key in new:
            del new[key]
        else:
            raise ValueError(f"{key!r} is gone, and was not there")
    order = changed.get(_ORDER)
    if not isinstance(order, list):
        return new
    if sorted(map(str, order)) != sorted(new):
        raise ValueError(f"an order of {order}, for {list(new)}")
    return {str(key): new[str(key)] for key in order}
