"""Texts of strangers, made harmless for whatever shows them."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """Return a text with `?` for what a terminal or a page would obey and not show.

    That is control characters, which begin escape sequences, marks of direction and other formatting, line
    and paragraph separators, and what is no character at all.
    """
    return "".join(character if character.isprintable() else "?" for character in text)
