"""Marks of a match on its timeline: levels, deaths, and the moment when all keys are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Flag, FlagKind
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.view.news import News, news_of
from referee.games.dice_adventure.view.party import NAMES, Party, word
from referee.games.dice_adventure.view.words import keys_text, points_text

__all__ = ["flags_of"]

_BEGIN, _DEATH, _KEYS, _CLEARED, _FAILED = 1, 2, 2, 2, 3
"""Weights of the timeline's marks, 1 to 3; a level that is lost or restarts has the highest."""


def flags_of(sight: Sight, parties: Sequence[Party]) -> Iterator[Flag]:
    """Yield the marks of a step for the match's timeline: levels begun or ended, deaths, all keys found."""
    is_alone = len(parties) == 1
    for party in parties:
        name = "" if is_alone else f"party {party.number + 1}: "
        for flag in _of_party(party, news_of(party, sight, is_alone=is_alone)):
            yield flag._replace(text=f"{name}{flag.text}")


def _of_party(party: Party, news: News) -> Iterator[Flag]:
    for number in [*(number for fight in news.fights for number in fight.dead), *news.dead]:
        name = NAMES[number - 1]
        yield Flag(FlagKind.DEATH, f"{name} dies", party.seat(number), f"{name} dies", _DEATH)
    is_over = news.ended is not None or news.is_wiped
    if news.keys and not is_over and all(told["key"] for told in party.seen[0]["members"]):
        yield Flag(FlagKind.START, "all keys are found", None, "all keys", _KEYS)
    if news.ended is not None:
        yield _ended(news.ended)
    elif news.is_wiped:
        yield Flag(FlagKind.DEATH, "all three are dead", None, "all three dead", _FAILED)
    if news.began is not None:
        level, attempt = news.began["index"] + 1, news.began["attempt"] + 1
        again = f", attempt {attempt}" if attempt > 1 else ""
        yield Flag(FlagKind.START, f"level {level} begins{again}", None, f"level {level}", _BEGIN)


def _ended(record: Fields) -> Flag:
    level, points = record["level"] + 1, points_text(record["score"])
    outcome = word(record["outcome"], "OUTCOME_")
    text = f"level {level} {outcome}: {keys_text(record['keys'])}, {points}"
    if outcome == "cleared":
        return Flag(FlagKind.LEVEL, text, None, f"level {level}: {record['score']}", _CLEARED)
    return Flag(FlagKind.LEVEL, text, None, f"level {level} failed", _FAILED)
