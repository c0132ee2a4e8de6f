"""Changes of one party in a step, from the step's events or from the party's observations before and after.

Events do not say to which party they belong (DA-6.6). Where several parties are observed, their news are the
differences between their observations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.fights import Fight, fights_of
from referee.games.dice_adventure.view.party import Party

__all__ = ["News", "finds_of", "is_planned", "news_of", "num_explored", "places_of"]

_LANDMARKS = ("**", "K1", "K2", "K3")
"""Map codes of the places that a party searches for: the tower, and the shrines of its three
members."""


class News(NamedTuple):
    """What happened to one party in a step, as far as the viewer knows."""

    ended: Fields | None = None
    """Record of the level that has ended in this step; None if no level has."""
    began: Fields | None = None
    """The level that has begun or begun again, with `index`, `w`, `h`, `cap` and `attempt`; None if none has."""
    is_wiped: bool = False
    """Whether all three members were dead at once, so that the level restarts or is lost."""
    fights: tuple[Fight, ...] = ()
    """Encounters of the step, in order; empty if several parties are observed, as events do not
    name their party."""
    dead: tuple[int, ...] = ()
    """Members (1 Dwarf, 2 Giant, 3 Human) that died, by time, or ascending if several parties are
    observed; deaths already listed in `fights` are left out."""
    back: tuple[int, ...] = ()
    """Members (1 Dwarf, 2 Giant, 3 Human) that returned to life, ascending."""
    keys: tuple[int, ...] = ()
    """Members (1 Dwarf, 2 Giant, 3 Human) that got their key, ascending."""
    bumps: tuple[int, ...] = ()
    """Members (1 Dwarf, 2 Giant, 3 Human) that walked against a wall, ascending."""
    refused: Mapping[int, tuple[Fields, ...]] = {}
    """Refused parts of orders, by member (1 Dwarf, 2 Giant, 3 Human)."""


def news_of(party: Party, sight: Sight, *, is_alone: bool) -> News:
    """Return what the step has changed for a party.

    Args:
        party: The party.
        sight: What is seen of the match.
        is_alone: Whether no other party is observed, so that all events are this party's.
    """
    return _told(party, sight) if is_alone else _compared(party, sight.config)


def is_planned(party: Party) -> bool:
    """Return whether the step has carried out plans of the party; False at the viewer's first step."""
    return any(seen["phase"] == "PHASE_PLANNING" for seen in party.earlier.values())


def finds_of(party: Party, keys: Sequence[int] = ()) -> Mapping[tuple[int, ...], list[str]]:
    """Return the tower and shrines that an observed seat sees for the first time; empty if a new board began.

    Args:
        party: The party.
        keys: Members (1 Dwarf, 2 Giant, 3 Human) that got their key in the step; their own shrines
            are left out.

    Returns:
        Map codes of the places, by the members (1 Dwarf, 2 Giant, 3 Human) that see them now.
    """
    finds: dict[tuple[int, ...], list[str]] = {}
    if not _is_same_board(party):
        return finds
    before = [_text(seen) for seen in party.earlier.values()]
    now = {seen["character"]: _text(seen) for seen in party.seen}
    for code in _LANDMARKS:
        is_known = any(code in text for text in before)
        if is_known or code in [f"K{number}" for number in keys]:
            continue
        if members := tuple(number for number, text in now.items() if code in text):
            finds.setdefault(members, []).append(code)
    return finds


def num_explored(party: Party) -> int:
    """Return how many cells the observed seats together have explored in this step; 0 if a new board began."""
    if not _is_same_board(party):
        return 0
    before = _num_unexplored([*party.earlier.values()])
    return before - _num_unexplored(party.seen)


def places_of(party: Party, code: str) -> list[tuple[int, int]]:
    """Return the column and row of each cell known to an observed seat that has this map code, row by row."""
    places = {
        (row, line.index(code) // 2)
        for seen in party.seen
        for row, line in enumerate(seen["grid"])
        if code in line
    }
    return [(column, row) for row, column in sorted(places)]


def _told(party: Party, sight: Sight) -> News:
    hearts = {
        member["character"]: member["hearts"]
        for seen in list(party.earlier.values())[:1]
        for member in seen["members"]
    }
    bodies: dict[str, list[Fields]] = {}
    own: dict[str, dict[int, list[Fields]]] = {"bump": {}, "refusal": {}}
    told_to = sight.told_to or [None] * len(sight.events)
    for event, seat in zip(sight.events, told_to, strict=True):
        ((kind, body),) = event.items()
        bodies.setdefault(kind, []).append(body)
        if kind in own:
            # Both kinds are for a single seat (DA-6.6): a viewer without a list of seats is that seat.
            member = party.seen[0]["character"] if seat is None else 1 + seat % NUM_MEMBERS
            own[kind].setdefault(member, []).append(body)
    fights = fights_of(sight.events, sight.config, hearts)
    in_fights = [number for fight in fights for number in fight.dead]
    dead = [body["character"] for body in bodies.get("death", ())]
    for number in in_fights:
        dead.remove(number)
    return News(
        ended=bodies.get("level_end", [None])[-1],
        began=bodies.get("level_start", [None])[-1],
        is_wiped="wipe" in bodies,
        fights=fights,
        dead=tuple(dead),
        back=tuple(body["character"] for body in bodies.get("respawn", ())),
        keys=tuple(sorted(body["character"] for body in bodies.get("key", ()))),
        bumps=tuple(sorted(own["bump"])),
        refused={number: tuple(parts) for number, parts in sorted(own["refusal"].items())},
    )


def _compared(party: Party, config: Fields) -> News:
    now = party.seen[0]
    if not party.earlier:
        return News(began=now["level"] if now["phase"] != "PHASE_DONE" else None)
    before = next(iter(party.earlier.values()))
    ended = [
        record
        for record in now["results"][len(before["results"]) :]
        if record["outcome"] != "OUTCOME_NOT_PLAYED"
    ]
    level, old = now["level"], before["level"]
    is_new = (level["index"], level["attempt"]) != (old["index"], old["attempt"])
    if ended or is_new:
        # Without a count of lives, only a wipe loses a level (DA-5.11).
        is_lost = any(record["outcome"] == "OUTCOME_LOST" for record in ended)
        is_wiped = is_lost and not config.get("lives") if ended else is_new
        return News(ended[-1] if ended else None, level if is_new else None, is_wiped)
    pairs = list(zip(before["members"], now["members"], strict=True))
    return News(
        dead=tuple(one["character"] for old, one in pairs if old["alive"] and not one["alive"]),
        back=tuple(one["character"] for old, one in pairs if one["alive"] and not old["alive"]),
        keys=tuple(one["character"] for old, one in pairs if one["key"] and not old["key"]),
    )


def _is_same_board(party: Party) -> bool:
    if len(party.earlier) < len(party.seen):
        return False
    now, before = party.seen[0]["level"], next(iter(party.earlier.values()))["level"]
    return bool(now == before)


def _text(seen: Fields) -> str:
    return "\n".join(seen["grid"])


def _num_unexplored(seen: Sequence[Fields]) -> int:
    if len(seen) == 1:
        return sum(line.count("0") for line in seen[0]["seen"])
    return sum(
        all(digit == "0" for digit in digits)
        for lines in zip(*(one["seen"] for one in seen), strict=True)
        for digits in zip(*lines, strict=True)
    )
