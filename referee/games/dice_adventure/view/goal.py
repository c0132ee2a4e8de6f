"""What a party is looking for now: its keys, its tower, and which of them the viewer knows where to find."""

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
"""Most cells from the tower at which a member counts as near."""


def missing_keys(party: Party) -> list[int]:
    """Return the map numbers of the members that have no key yet, ascending."""
    return [told["character"] for told in party.seen[0]["members"] if not told["key"]]


def goal_line(party: Party) -> Line:
    """Return what the party has to do now, with what the viewer knows about it."""
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
    """Return how far the party still is from what it lacks, for a round that has brought nothing else."""
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
    """Return the tower or a shrine as an object: `the tower`, `its own shrine`, `the shrine of the Giant`.

    Args:
        code: Map code of the place.
        party: Index of the party.
        owner: Map numbers of those who see it; a shrine is their own if it belongs to the only one of them.
    """
    if code == _TOWER:
        return (Span("the tower"),)
    member = int(code[1])
    if tuple(owner) == (member,):
        return (Span("its own shrine"),)
    return phrase("the shrine of ", member_words((member,), party))


def find_line(members: Sequence[int], codes: Sequence[str], party: int) -> Line:
    """Return who sees the tower or shrines for the first time, as the start of a sentence."""
    sees = verb(len(members), " sees ", " see ")
    places = [landmark_words(code, party, members) for code in codes]
    return phrase(member_words(members, party), sees, join(places))


def near_tower_line(party: Party) -> Line:
    """Return who is within two cells of the tower while all keys are held; empty if nobody is seen there."""
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
    """Return which members in sight are nearest to a known place, and how many cells away, walls left aside.

    Args:
        party: The party.
        code: Map code of the place.
        members: Map numbers of the members that count; all of them if empty.
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
    """Return where the members are that the viewer has in sight, by map number."""
    return {
        member["character"]: (member["x"], member["y"])
        for seen in party.seen
        for member in seen["members"]
        if "x" in member
    }
