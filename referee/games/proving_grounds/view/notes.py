"""A sentence of a turn's story before sorting: its rank of importance, and its text."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import NamedTuple

from referee.core.scene import Line, Span
from referee.core.story import Sentence

__all__ = ["Note", "Rank", "sentences_of"]


class Rank(enum.IntEnum):
    """Subject of a sentence, in order of importance; 0 is the most important."""

    END = 0
    LEAD = 1
    DUEL = 2
    LAST_HERO = 3
    CHANCE = 4
    LOSS = 5
    TRADE = 6
    GEM = 7
    FIGHT = 8
    ROOMS = 9
    HIRE = 10
    BOARD = 11
    BUY = 12
    BID = 13
    DETAIL = 14
    MOVE = 15
    REST = 16
    REFUSED = 17


class Note(NamedTuple):
    """A sentence of a turn's story, without its full stop."""

    rank: Rank
    """Subject of the sentence, which decides its place in the story."""
    line: Line
    """Text of the sentence."""
    is_milestone: bool = False
    """Whether the sentence is emphasized in the list of what happened."""


_MOST = 8
"""Highest number of sentences in a step; less important ones are dropped."""


def sentences_of(notes: Iterable[Note]) -> tuple[Sentence, ...]:
    """Return the most important notes as sentences, the most important first."""
    chosen = sorted(notes, key=lambda note: note.rank)[:_MOST]
    return tuple(Sentence((*note.line, Span(".")), note.is_milestone) for note in chosen)
