"""Makes texts from untrusted senders safe to show."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """Return the text with `?` for each character that a terminal or page would act on.

    That is control characters, which begin escape sequences, marks of direction and other
    formatting, line and paragraph separators, and unassigned code points.
    """
    return "".join(character if character.isprintable() else "?" for character in text)
