"""Changes from one plain value to the next, so that a history holds few whole ones.

A change of an object is an object by key: `0` for a key that is gone, `[value]` for a new or replaced value, an
object for a change within the value. If removing keys and adding new ones at the end does not give the new order,
`$order` has all keys in order. A change of a list that keeps its length is likewise an object, by index.
"""

from __future__ import annotations

from referee.core.plain import Plain

__all__ = ["applied", "change"]

_ORDER = "$order"


def change(old: Plain, new: Plain) -> Plain:
    """Return what turns `old` into `new`: an object, or `[new]` where the value is replaced as a whole.

    A part that is the same Python object in both is taken as unchanged without a look inside. So whoever holds
    such a part must never mutate it.
    """
    changed = _change(old, new)
    if changed is None:
        return {} if isinstance(new, dict | list) else [new]
    return changed


def _change(old: Plain, new: Plain) -> Plain:
    """Return the change; None for none. Here `1`, `1.0` and `true` differ, and so do orders of keys."""
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
    """Return the change of an object that has other keys, or has them in another order."""
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
    """Return the change of a list; None for none. Most lists are of lines, so that a changed value is sent whole."""
    if len(old) != len(new):
        return [new]
    pairs = enumerate(zip(old, new, strict=True))
    changed = [index for index, (one, other) in pairs if not _is_same(one, other)]
    if 2 * len(changed) > len(new):
        return [new]  # by index it would be longer
    return {str(index): [new[index]] for index in changed} or None


def _is_same(old: Plain, new: Plain) -> bool:
    """Return whether there is no change."""
    if old is new or old != new:
        return old is new
    # Equal is not enough: `1 == True`, and the order of keys is ignored. Comparing `repr` checks both, and is faster
    # than a walk through all values.
    return (isinstance(old, str) and isinstance(new, str)) or repr(old) == repr(new)


def applied(old: Plain, changed: Plain) -> Plain:
    """Return what a change turns `old` into. In the browser, `static/delta.js` does the same.

    Raises:
        ValueError: The change is not one of `old`.
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
