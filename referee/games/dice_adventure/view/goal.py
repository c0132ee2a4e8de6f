"""The present goal of a party as text: its missing keys, then the tower, and whether their places are known."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Line, Span, Style
from referee.games.dice_adventure.tables import NUM_MEMBERS, TERRAIN_CODES, TOWER
from referee.games.dice_adventure.view.news import places_of
from referee.games.dice_adventure.view.party import Party
from referee.games.dice_adventure.view.words import (
    join,
    member_words,
    number_word,
    phrase,
    verb,
)

__all__ = [
    "find_line",
    "goal_line",
    "landmark_words",
    "missing_keys",
    "near_tower_line",
    "still_line",
]

_TOWER = TERRAIN_CODES[TOWER]
_NEAR = 2
"""Highest distance from the tower, in cells, at which a headline mentions that a member is near."""


def missing_keys(party: Party) -> list[int]:
    """Return the members (1 Dwarf, 2 Giant, 3 Human) that have no key yet, ascending."""
    return [told["character"] for told in party.seen[0]["members"] if not told["key"]]


def goal_line(party: Party) -> Line:
    """Return a line with the party's present goal: the keys still missing, or the tower, and whether it has been seen."""
    number, missing = party.number, missing_keys(party)
    if party.seen[0]["phase"] == "PHASE_DONE":
        return (Span("the adventure is over", Style.STRONG),)
    if not missing:
        known = "" if places_of(party, _TOWER) else ", not seen yet"
        return phrase(Span("all keys found: now the tower", Style.STRONG), known)
    unseen = [member for member in missing if not places_of(party, f"K{member}")]
    who = join([member_words((member,), number) for member in missing])
    need = verb(len(missing), "needs its key", "need their keys")
    line = phrase(who, Span(f" {need}", Style.STRONG))
    if not unseen:
        return line
    if len(unseen) == len(missing):
        return phrase(
            line, ", ", verb(len(missing), "its shrine is", "their shrines are"), " not seen yet"
        )
    shrines = join([phrase(member_words((member,), number), "'s") for member in unseen])
    return phrase(
        line, ", ", shrines, verb(len(unseen), " shrine is", " shrines are"), " not seen yet"
    )


def still_line(party: Party) -> Line:
    """Return a headline for a round without events.

    With all keys found, it says how far the nearest members are from the tower; with one key missing, how far its
    member is from its shrine, if that is known; else which members have no key.
    """
    missing = missing_keys(party)
    if not missing:
        who, steps = _nearest(party, _TOWER)
        if not who:
            return (Span("still on the way to the tower"),)
        return phrase(member_words(who, party.number), _away(who, steps), "the tower")
    if len(missing) == NUM_MEMBERS:
        return (Span("still no key"),)
    if len(missing) == 1:
        who, steps = _nearest(party, f"K{missing[0]}", missing)
        if who and steps:
            return phrase(member_words(who, party.number), _away(who, steps), "its shrine")
    has = verb(len(missing), " still has no key", " still have no keys")
    return phrase(member_words(missing, party.number), has)


def landmark_words(code: str, party: int, owner: Sequence[int] = ()) -> Line:
    """Return a place as the object of a sentence: `the tower`, `its own shrine`, `the shrine of the Giant`.

    Args:
        code: Map code of the place.
        party: Index of the party.
        owner: Members (1 Dwarf, 2 Giant, 3 Human) that see the place. If the place is the shrine of
            the only one, the text is `its own shrine`.
    """
    if code == _TOWER:
        return (Span("the tower"),)
    member = int(code[1])
    if tuple(owner) == (member,):
        return (Span("its own shrine"),)
    return phrase("the shrine of ", member_words((member,), party))


def find_line(members: Sequence[int], codes: Sequence[str], party: int) -> Line:
    """Return a sentence without its full stop on members that see the tower or shrines for the first time.

    Args:
        members: The members (1 Dwarf, 2 Giant, 3 Human).
        codes: Map codes of the places that they see.
        party: Index of the members' party.
    """
    sees = verb(len(members), " sees ", " see ")
    places = [landmark_words(code, party, members) for code in codes]
    return phrase(member_words(members, party), sees, join(places))


def near_tower_line(party: Party) -> Line:
    """Return a sentence without its full stop on the members nearest to the tower; empty if none is 1 or 2 cells away.

    Also empty while a key is missing.
    """
    if missing_keys(party):
        return ()
    who, steps = _nearest(party, _TOWER)
    if not who or not 0 < steps <= _NEAR:
        return ()
    return phrase(member_words(who, party.number), _away(who, steps), "the tower")


def _away(who: Sequence[int], steps: int) -> str:
    cells = "cell" if steps == 1 else "cells"
    return f"{verb(len(who), ' is', ' are')} {number_word(steps)} {cells} from "


def _nearest(party: Party, code: str, members: Sequence[int] = ()) -> tuple[list[int], int]:
    """Return the members in sight that are nearest to a known place, and their distance in cells, walls ignored.

    Without such members, the result is ([], 0).

    Args:
        party: The party.
        code: Map code of the place.
        members: Members (1 Dwarf, 2 Giant, 3 Human) that count; all of them if empty.
    """
    spots = places_of(party, code)
    away: dict[int, list[int]] = {}
    for number, (x, y) in _places(party).items():
        if spots and (not members or number in members):
            column, row = spots[0]
            away.setdefault(abs(x - column) + abs(y - row), []).append(number)
    if not away:
        return [], 0
    return sorted(away[min(away)]), min(away)


def _places(party: Party) -> dict[int, tuple[int, int]]:
    """Return column and row of each member (1 Dwarf, 2 Giant, 3 Human) that the viewer has in sight."""
    return {
        member["character"]: (member["x"], member["y"])
        for seen in party.seen
        for member in seen["members"]
        if "x" in member
    }
