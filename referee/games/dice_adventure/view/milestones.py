"""Sentences about levels and keys: how a level began and ended, what it brought, which keys are missing."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Line
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.news import News
from referee.games.dice_adventure.view.party import Party
from referee.games.dice_adventure.view.words import (
    Words,
    join,
    keys_text,
    member_words,
    number_word,
    phrase,
    points_text,
    sentence,
    verb,
)

__all__ = [
    "begin_sentence",
    "end_headline",
    "end_sentence",
    "keys_line",
    "num_keys",
    "skipped_sentence",
]


def begin_sentence(level: Fields) -> Sentence:
    """Return the sentence that a level begins, with its size in cells and the highest number of rounds."""
    again = f", attempt {level['attempt'] + 1}" if level["attempt"] else ""
    size = f"{level['w']} by {level['h']} cells"
    rounds = f"at most {level['cap']} round{'s' if level['cap'] != 1 else ''}"
    return sentence(
        f"Level {level['index'] + 1} begins{again}: {size}, {rounds}", is_milestone=True
    )


def end_sentence(party: Party, news: News) -> Sentence:
    """Return the sentence on how and why a level ended, with its points and the total so far."""
    text = _ended_text(party, news)
    opened: Words = ""
    if news.ended is not None and news.ended["outcome"] == "OUTCOME_CLEARED" and news.keys:
        owners = [phrase(member_words((number,), party.number), "'s") for number in news.keys]
        opened = phrase(join(owners), verb(len(owners), " key opens", " keys open"), " the tower: ")
    total = party.seen[0]["score"]
    is_sum = news.ended is not None and total > news.ended["score"]
    return sentence(opened, text, f", {total} in all" if is_sum else "", is_milestone=True)


def end_headline(record: Fields) -> str:
    """Return a headline on how a level ended, with its points."""
    level, points = f"level {record['level'] + 1}", points_text(record["score"])
    match record["outcome"]:
        case "OUTCOME_CLEARED":
            return f"{level} is cleared in round {record['rounds']}: {points}"
        case "OUTCOME_TIMED_OUT":
            return f"{level} is not cleared in time: {points}"
    return f"{level} is lost: {points}"


def keys_line(party: Party, found: Sequence[int]) -> Line:
    """Return a clause on the members that have just got their keys, and on the keys still missing.

    Args:
        party: The party.
        found: Members (1 Dwarf, 2 Giant, 3 Human) that got their keys in this step.
    """
    have = phrase(
        member_words(found, party.number), verb(len(found), " has its key", " have their keys")
    )
    members = party.seen[0]["members"]
    missing = [
        told["character"] for told in members if not told["key"] and told["character"] not in found
    ]
    if not missing:
        found_all = "" if len(found) == NUM_MEMBERS else " all three are found,"
        return phrase(have, f":{found_all} now the tower")
    left = [phrase(member_words((number,), party.number), "'s") for number in missing]
    return phrase(have, "; ", join(left), verb(len(missing), " is", " are"), " missing")


def num_keys(seen: Fields) -> int:
    """Return the number of keys that a party holds now."""
    return sum(told["key"] for told in seen["members"])


def skipped_sentence(results: Sequence[Fields]) -> Sentence | None:
    """Return the sentence that the remaining levels are not played (DA-5.16); None if no level was skipped.

    `results` has the records of the party's levels.
    """
    skipped = sum(record["outcome"] == "OUTCOME_NOT_PLAYED" for record in results)
    if not skipped:
        return None
    levels = "level is" if skipped == 1 else f"{number_word(skipped)} levels are"
    return sentence(f"that ends the adventure: the last {levels} not played")


def _ended_text(party: Party, news: News) -> Line:
    """Return a clause on how a level ended: cleared, out of rounds or lost, with keys held and points."""
    record = news.ended
    assert record is not None
    level, rounds = f"level {record['level'] + 1}", record["rounds"]
    gains = f"{keys_text(record['keys'])}, {points_text(record['score'])}"
    match record["outcome"]:
        case "OUTCOME_CLEARED":
            return phrase(f"{level} is cleared in round {rounds}, {points_text(record['score'])}")
        case "OUTCOME_TIMED_OUT":
            limit = "its only round" if rounds == 1 else f"{rounds} rounds"
            return phrase(f"{level} is not cleared in {limit}: {gains}")
    if news.is_wiped:
        return phrase(f"{level} is lost, as all three are dead: {gains}")
    lost = member_words(_without_lives(party, news), party.number)
    why = phrase(", as ", lost, " died for the last time") if lost else ()
    return phrase(f"{level} is lost", why, f": {gains}")


def _without_lives(party: Party, news: News) -> list[int]:
    """Return the members (1 Dwarf, 2 Giant, 3 Human) that have used their last life in this step (DA-5.11)."""
    dead = {*news.dead, *(number for fight in news.fights for number in fight.dead)}
    last = {
        told["character"]
        for seen in party.earlier.values()
        for told in seen["members"]
        if told["lives"] == 1
    }
    return sorted(dead & last)
