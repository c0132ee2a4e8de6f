"""What changes from one plain value to the next, so that a history holds few whole ones.

A change of an object is an object by key: `0` for what is gone, `[value]` for what is new or another,
an object for a change within; `$order` has all keys where they are in another order than by taking out and
adding behind. A change of a list of as many values is likewise an object, by index.
"""

from __future__ import annotations

from referee.core.plain import Plain

__all__ = ["applied", "change"]


def change(old: Plain, new: Plain) -> Plain:
    """Return what turns `old` into `new`: an object, or `[new]` where it is told as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        told: dict[str, Plain] = {key: 0 for key in old if key not in new}
        for key, value in new.items():
            if key not in old:
                told[key] = [value]
            elif (before := old[key]) is not value and (
                before != value or type(before) is not type(value)
            ):
                told[key] = change(before, value)
        order = [key for key in old if key in new] + [key for key in new if key not in old]
        if order != list(new):
            told["$order"] = list(new)
        return told
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old:
        changed = {str(index) for index, one in enumerate(old) if one != new[index]}
        if 2 * len(changed) <= len(new):
            return {index: change(old[int(index)], new[int(index)]) for index in sorted(changed)}
    return [new]


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
        return [
            applied(one, told[str(index)]) if str(index) in told else one
            for index, one in enumerate(old)
        ]
    if not isinstance(old, dict):
        raise ValueError(f"a change within {old!r}")
    new = dict(old)
    for key, value in told.items():
        if key == "$order":
            continue
        if value == 0:
            del new[key]
        else:
            new[key] = applied(old.get(key), value)
    order = told.get("$order")
    return {str(key): new[str(key)] for key in order} if isinstance(order, list) else new
