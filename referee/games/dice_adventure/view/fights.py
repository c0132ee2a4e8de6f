"""Encounters of a step as sentences: which members met which pieces, the sums of both sides, hearts lost."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.scene import Line
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.dice_adventure.tables import EXTENDED_TYPES
from referee.games.dice_adventure.view.party import member_of, types_of
from referee.games.dice_adventure.view.words import (
    Words,
    counted,
    join,
    member_words,
    number_word,
    phrase,
    sentence,
    verb,
)

__all__ = ["Fight", "fight_sentences", "fights_headline", "fights_of", "tally"]

_MOST = 4
"""Highest number of encounters of a step that get a separate sentence each; further ones are summed
up."""
_SHORT = 24
"""Highest number of characters of a piece's name in a headline; a longer name is replaced by the
kind of piece."""
_OWN_NAMES = {piece.name for piece in EXTENDED_TYPES}
"""Names of the rulebook's pieces; within a sentence they are written in lower case, unlike names
from a config."""


class Fight(NamedTuple):
    """One encounter of members with pieces (DA-5.4)."""

    kind: str
    """Kind of the pieces: `rock`, `trap` or `monster`."""
    members: tuple[int, ...]
    """Members (1 Dwarf, 2 Giant, 3 Human) that took part, ascending."""
    pieces: tuple[str, ...]
    """Name of each piece that took part, as written within a sentence."""
    ours: int
    """Sum of the members' rolls, modifiers included."""
    theirs: int
    """Sum of the pieces' rolls, modifiers included."""
    is_won: bool
    is_attack: bool
    """Whether the monsters began the encounter, in the Monster Phase; False if a member's step did."""
    dead: tuple[int, ...] = ()
    """Members (1 Dwarf, 2 Giant, 3 Human) that died in this encounter beyond doubt, ascending."""

    @property
    def is_harmful(self) -> bool:
        """Whether the encounter cost its members hearts."""
        return not self.is_won and self.kind != "rock"


def fights_of(
    events: Sequence[Fields], config: Fields, hearts: Mapping[int, int]
) -> tuple[Fight, ...]:
    """Return the encounters among the events of one party's step, in order.

    A member died of an encounter if the hearts that it is known to have had were no more than the damage. Events
    alone do not say so: a viewer may miss a later encounter, and the deaths of both look the same.

    Args:
        events: Events of the step; those of later levels count, too.
        config: The Config message, as far as it is known.
        hearts: Hearts before the step, by member (1 Dwarf, 2 Giant, 3 Human); empty if not known.
    """
    names, damage, left = _names(config), config.get("damage", 1), dict(hearts)
    fights: list[Fight] = []
    for event in events:
        if "respawn" in event:
            number = event["respawn"]["character"]
            left[number] = member_of(config, number).hearts
        elif "encounter" in event:
            body = event["encounter"]
            fight = _fight(body, names)
            dead = []
            if fight.is_harmful:
                for number in fight.members:
                    if number in left:
                        left[number] -= damage
                        dead += [number] if left[number] <= 0 else []
            fights.append(fight._replace(dead=tuple(dead)))
    return tuple(fights)


def fight_sentences(fights: Sequence[Fight], party: int, damage: int) -> Iterator[Sentence]:
    """Yield what happened in the encounters of one party, deadly ones first, then lost ones.

    Args:
        fights: The encounters, in order.
        party: Index of the party.
        damage: Hearts that a lost encounter costs.
    """
    groups = [tuple(group) for _, group in itertools.groupby(fights, _alike)]
    groups.sort(key=lambda group: (not group[0].dead, group[0].is_won))
    for group in groups[:_MOST]:
        yield sentence(_won(group, party) if group[0].is_won else _lost(group[0], party, damage))
    if rest := [fight for group in groups[_MOST:] for fight in group]:
        won = sum(fight.is_won for fight in rest)
        yield sentence(f"{counted(len(rest), 'more encounter')}: {tally(won, len(rest) - won)}")


def fights_headline(fights: Sequence[Fight], party: int) -> Line:
    """Return the encounters of a step as a headline; if a member died in one, only that one is described."""
    fight = next((one for one in fights if one.dead), fights[0])
    who, number = member_words(fight.members, party), len(fight.members)
    what = _object(fight, is_short=True)
    if fight.dead:
        kills = verb(len(fight.pieces), "kills", "kill")
        return phrase(what, f" {kills} ", member_words(fight.dead, party))
    if len(fights) > 1:
        won = sum(one.is_won for one in fights)
        return phrase(f"{counted(len(fights), 'encounter')}, {tally(won, len(fights) - won)}")
    if fight.is_won:
        return phrase(who, f" {_win_verb(fight)} {what}")
    loses = verb(number, "loses to", "lose to")
    if fight.kind == "rock":
        loses = verb(number, "fails at", "fail at")
    return phrase(who, f" {loses} {what}")


def tally(won: int, lost: int) -> str:
    """Return how many encounters were won and lost, such as `one won, two lost` or `both won`."""
    if not won or not lost:
        every = ("", "both ")[won + lost - 1 :][:1] or ("all ",)
        return f"{every[0]}{'lost' if lost else 'won'}"
    return f"{number_word(won)} won, {number_word(lost)} lost"


def _names(config: Fields) -> dict[str, str]:
    kinds = ("rock", "trap", "monster")
    return {
        code: (piece.name.lower() if piece.name in _OWN_NAMES else piece.name) or kinds[piece.kind]
        for code, piece in types_of(config).items()
    }


def _fight(body: Fields, names: Mapping[str, str]) -> Fight:
    return Fight(
        body["kind"].removeprefix("KIND_").lower(),
        tuple(sorted(roll["character"] for roll in body["members"])),
        tuple(names[roll["code"]] for roll in body["pieces"]),
        sum(roll["number"] for roll in body["members"]),
        sum(roll["number"] for roll in body["pieces"]),
        body["success"],
        body["phase"] != "ENGINE_PHASE_ACTION",
    )


def _alike(fight: Fight) -> tuple[object, ...]:
    """Return a key for grouping: encounters with equal keys share a sentence, as members won them in the same way."""
    if fight.is_won:
        return fight.kind, fight.members, fight.is_attack
    return (fight,)


def _object(fight: Fight, *, is_short: bool = False) -> str:
    """Return the pieces of an encounter as the object of a sentence, such as `a rock`.

    With `is_short`, a long name is replaced by the kind, and it is not said that the pieces attack.
    """
    attacking = "attacking " if fight.is_attack and not is_short else ""
    if is_short and len(fight.pieces) == 1 and len(fight.pieces[0]) > _SHORT:
        return f"the {fight.kind}"
    if len(fight.pieces) > 1:
        return f"{number_word(len(fight.pieces))} {attacking}{fight.kind}s"
    return f"the {attacking}{fight.pieces[0]}"


def _win_verb(fight: Fight) -> str:
    match fight.kind, len(fight.members) == 1:
        case "rock", True:
            return "breaks"
        case "rock", False:
            return "break"
        case "trap", True:
            return "disarms"
        case "trap", False:
            return "disarm"
    return verb(len(fight.members), "beats", "beat")


def _won(group: Sequence[Fight], party: int) -> Line:
    fight = group[0]
    who = phrase(member_words(fight.members, party), " ", _win_verb(fight), " ")
    if len(group) == 1:
        tie = ": a tie is enough" if fight.ours == fight.theirs else ""
        return phrase(who, f"{_object(fight)}, {fight.ours} against {fight.theirs}", tie)
    beaten = [
        f"{'another' if index and _object(one) == _object(group[index - 1]) else _object(one)}"
        f", {one.ours} against {one.theirs}"
        for index, one in enumerate(group)
    ]
    return phrase(who, join(beaten, last=", and "))


def _lost(fight: Fight, party: int, damage: int) -> Line:
    what, number = _object(fight), len(fight.members)
    sums = f", {fight.ours} against {fight.theirs}"
    if fight.kind == "rock":
        # Pushed back, as it still bars the way (DA-5.6).
        fails = verb(number, "fails", "fail")
        who = member_words(fight.members, party)
        return phrase(
            who, f" {fails} at {what}{sums}, and ", verb(number, "is", "are"), " thrown back"
        )
    hurt = tuple(member for member in fight.members if member not in fight.dead)
    hearts = "a heart" if damage == 1 else counted(damage, "heart")
    if not fight.dead:
        each = verb(number, "loses", "each lose")
        return phrase(member_words(hurt, party), f" {each} {hearts} to {what}{sums}")
    kills = verb(len(fight.pieces), "kills", "kill")
    clause: list[Words] = [f"{what} {kills} ", member_words(fight.dead, party)]
    if hurt:
        clause += [f" and {verb(len(fight.pieces), 'wounds', 'wound')} ", member_words(hurt, party)]
    return phrase(*clause, f", {fight.theirs} against {fight.ours}")
