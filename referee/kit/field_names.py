"""Names that the fields of a game's records can't have."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from referee.kit.records import Record

__all__ = ["RESERVED", "check_field_names"]

RESERVED = frozenset({"channel", "kind", "match", "say", "skip", "turn"})
"""Names that no field of an action may have, because bots that exchange lines of JSON with the
command `referee bridge` use these keys for something else.
"""


def check_field_names(actions: Sequence[type[Record]], *others: type[Record]) -> None:
    """Check that bots in every language can use the field names of a game's records.

    Args:
        actions: Record classes of actions, whose fields may also not have the names in `RESERVED`.
        others: The game's other record classes.

    Raises:
        TypeError: A name is reserved; the error names the field.
    """
    for cls in (*actions, *others):
        for name in cls.model_fields:
            # Generated classes of a bot in Python could not have such a field.
            if keyword.iskeyword(name):
                raise TypeError(f"{cls.__name__}.{name} needs another name: Python reserves {name}")
            if cls in actions and name in RESERVED:
                reserved = ", ".join(sorted(RESERVED))
                raise TypeError(
                    f"{cls.__name__}.{name} needs another name: actions can't have fields {reserved}"
                )
