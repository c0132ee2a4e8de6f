"""Pings of a communication window as sentences: which member marked which cell, as far as the viewer knows it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.dice_adventure.tables import (
    EMPTY,
    KIND_LETTERS,
    TERRAIN_CODES,
    TOWER,
    UNEXPLORED,
    WALL,
)
from referee.games.dice_adventure.view.goal import landmark_words
from referee.games.dice_adventure.view.party import Known, Party, known_of
from referee.games.dice_adventure.view.words import (
    join,
    member_words,
    number_word,
    phrase,
    sentence,
    verb,
)

__all__ = ["ping_headline", "ping_sentences"]

_MOST = 3
"""Highest number of pings of one member that its sentence lists one by one."""
_KINDS = ("a rock", "a trap", "a monster")
_GROUND = {
    UNEXPLORED: "unexplored ground",
    TERRAIN_CODES[WALL]: "a wall",
    TERRAIN_CODES[EMPTY]: "open ground",
}


def ping_headline(party: Party) -> Line:
    """Return a headline on the members that pinged in the communication window that closed with this step."""
    pings = _by_member(party)
    if not pings:
        is_next = party.seen[0]["phase"] == "PHASE_PLANNING"
        return (Span("no pings, now the plans" if is_next else "no pings"),)
    members = [*pings]
    if len(members) == 1 and len(pings[members[0]]) == 1:
        return _line(party, members[0], pings[members[0]], known_of(party.seen))
    return phrase(member_words(members, party.number), verb(len(members), " pings", " ping"))


def ping_sentences(party: Party) -> Iterator[Sentence]:
    """Yield a sentence on the pings of each member in the communication window that closed with this step."""
    pings = _by_member(party)
    known = known_of(party.seen) if pings else None
    for member, own in pings.items():
        assert known is not None
        yield sentence(_line(party, member, own, known))


def _by_member(party: Party) -> dict[int, list[Fields]]:
    """Return the pings of the window that closed with this step, by member (1 Dwarf, 2 Giant, 3 Human), ascending."""
    windows = {
        seen["window"] for seen in party.earlier.values() if seen["phase"] == "PHASE_COMMUNICATION"
    }
    found: dict[int, list[Fields]] = {}
    for ping in party.seen[0]["pings"]:
        if ping["window"] in windows:
            found.setdefault(ping["by"], []).append(ping)
    return dict(sorted(found.items()))


def _line(party: Party, member: int, pings: list[Fields], known: Known) -> Line:
    who = member_words((member,), party.number)
    if len(pings) > _MOST:
        return phrase(who, f" pings {number_word(len(pings))} times")
    marks = [phrase(f"{ping['symbol']} on ", _place(party, ping, known)) for ping in pings]
    return phrase(who, " pings ", join(marks))


def _place(party: Party, ping: Fields, known: Known) -> Line:
    """Return what the viewer knows to be on a pinged cell; the ping does not reveal what is there (DA-6.4)."""
    spot = ping["x"], ping["y"]
    members = [number for number in sorted(known.members.get(spot, ())) if number != ping["by"]]
    code = known.codes[ping["y"]][ping["x"]]
    if code == TERRAIN_CODES[TOWER] or code[0] == "K":
        return landmark_words(code, party.number, (ping["by"],))
    if spot in known.monsters:
        return (Span(_KINDS[2]),)
    if members:
        return member_words(members, party.number)
    if code in _GROUND:
        return (Span(_GROUND[code]),)
    if code[0] in KIND_LETTERS:
        return (Span(_KINDS[KIND_LETTERS.index(code[0])]),)
    if int(code[1]) == ping["by"]:
        return (Span("its own start"),)
    return phrase("the start of ", member_words((int(code[1]),), party.number))
