"""Notice to a seat that its action was refused, and the action that stands for a malformed answer."""

from __future__ import annotations

from typing import Any

from referee.kit.records import Record

__all__ = ["BAD_ACTION", "BAD_FORM", "ILLEGAL", "BadForm", "Notice", "notice_of"]

BAD_FORM = "BAD_FORM"
"""Code of a notice to a seat: its answer was no action of this game."""
ILLEGAL = "ILLEGAL"
"""Code of a notice to a seat: the rules don't allow its action now."""


class Notice(Record):
    # The text is in the `.proto` file of every game of the kit, which the contract compares: it must stay.
    """An action was refused, and the default was played; told to its seat alone."""  # plain-words: ignore

    code: str
    """Why: BAD_FORM, ILLEGAL or a code of the game's own."""
    text: str = ""
    """The same in a sentence; empty if the game gives none."""


class BadForm(Record):
    """Action that stands for an answer which is no action of the game.

    `step` refuses it as `BAD_FORM`.
    """


BAD_ACTION: Any = BadForm()
"""Stands for an answer that is no action of the game; `step` refuses it with `BAD_FORM`."""


def notice_of(refused: str) -> Notice:
    """Return the notice for a refusal given as `CODE` or `CODE: sentence for the seat`."""
    code, _, text = refused.partition(":")
    return Notice.of(code=code, text=text.strip())
