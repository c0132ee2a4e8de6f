"""Questions about each game, as data: who plays, how many matches, under which config."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

__all__ = ["QUESTIONS", "Question"]

Seating = Literal["turns", "maps", "fixed", "drawn"]


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question about the strength of bots, as text, and which matches are to be played to answer it."""

    game: str
    """Identifier of the game."""
    asks: str
    """Text of the question, for people."""
    fields: tuple[tuple[str, ...], ...]
    """Fields of opponents to play one after the other: each is a list of bots that meet, or the
    name of one way of random play for all seats.
    """
    seats: tuple[int, ...]
    """Numbers of seats in a match for each of which the question is answered."""
    matches: int
    """Number of matches for each field and number of seats, from 1."""
    seating: Seating = "turns"
    """How bots are seated. `turns`: bots take the seats in turn and move on by one from match to
    match, each match with its own seed. `maps`: the same, and a seed is played in as many seatings
    as there are bots. `fixed`: always in the same seats. `drawn`: each bot about as often as
    another, in an order that is drawn."""
    configs: tuple[Mapping[str, object], ...] = ({},)
    """Configs that are compared on the same seeds; fields that are left out have their defaults."""
    measures: tuple[str, ...] = ()
    """Names of further numbers to compute from each match's last state, from `GameFacts.measures`."""


_CHAMPIONS = ("hider", "idle", "random", "brawler", "tactician")
_KEEPERS = ("planner", "rusher", "turtle", "idle", "random")
_SMALL, _MEDIUM, _STANDARD = ({"preset": preset} for preset in ("small", "medium", "standard"))
_LATER_MANA = tuple(
    {"preset": "small", "seating": "fixed", "later_mana": mana} for mana in (0, 1, 2, 3)
)

QUESTIONS: Mapping[str, Question] = {
    "champions-ladder": Question(
        "champions", "Who is stronger in Champions?", (_CHAMPIONS,), (2, 4, 8, 16), 60, "drawn"
    ),
    "champions-bots": Question(
        "champions",
        "By how much does each bot of Champions beat the next?",
        (("brawler", "random"), ("tactician", "brawler")),
        (2, 4, 16),
        100,
    ),
    "champions-cap": Question(
        "champions",
        "How often do matches of bots reach the round cap, and does hiding pay?",
        (("random",), ("brawler",), ("tactician", "brawler"), ("hider", "tactician"), ("hider",)),
        (2, 4, 8, 16),
        100,
    ),
    "champions-friends": Question(
        "champions",
        "What is it worth to be fed four champions by a friend?",
        (("brawler",),),
        (4, 8, 16),
        40,
        measures=("friend, royale", "friend, outlast"),
    ),
    "champions-balance": Question(
        "champions",
        "How long do matches of random play last, and are seats equal?",
        (("random kernels",),),
        (2, 4, 9, 16),
        10_000,
    ),
    "dungeon-keeper-ladder": Question(
        "dungeon_keeper",
        "Who is stronger in Dungeon Keeper?",
        (_KEEPERS,),
        (2,),
        80,
        "maps",
        (_SMALL,),
    ),
    "dungeon-keeper-ladder-medium": Question(
        "dungeon_keeper",
        "Who is stronger with four seats?",
        (_KEEPERS,),
        (4,),
        20,
        "maps",
        (_MEDIUM,),
    ),
    "dungeon-keeper-ladder-standard": Question(
        "dungeon_keeper",
        "Who is stronger with eight seats?",
        (_KEEPERS,),
        (8,),
        8,
        "maps",
        (_STANDARD,),
    ),
    "dungeon-keeper-bots": Question(
        "dungeon_keeper",
        "By how much does each bot of Dungeon Keeper beat another?",
        (("planner", "random"), ("planner", "rusher"), ("rusher", "random")),
        (2,),
        100,
        "maps",
        (_SMALL,),
    ),
    "dungeon-keeper-balance": Question(
        "dungeon_keeper",
        "Who wins by acting first, under which `later_mana`, and what ends matches?",
        (("planner",),),
        (2,),
        100,
        "fixed",
        _LATER_MANA,
    ),
    "proving-grounds-ladder": Question(
        "proving_grounds",
        "Who is stronger in Proving Grounds?",
        (("planner", "greedy", "bidder", "random"),),
        (2, 4, 8),
        60,
    ),
    "proving-grounds-bots": Question(
        "proving_grounds",
        "By how much does each bot of Proving Grounds beat another?",
        (("greedy", "random"), ("planner", "greedy"), ("planner", "random")),
        (4,),
        100,
    ),
    "proving-grounds-balance": Question(
        "proving_grounds",
        "How long do matches of random play last, what ends them, and are seats equal?",
        (("wander",),),
        (4,),
        4000,
        measures=("rooms entered", "heroes left a seat"),
    ),
}
"""All questions, by the name that the command line takes."""
