"""The end of a match in words: why it ended, who won, and how the game is played to win."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.scene import Line, Span
from referee.core.story import MatchEnd, Result, default_result
from referee.core.view import Fields
from referee.games.proving_grounds.view.notes import Note, Rank
from referee.games.proving_grounds.view.words import gem_kinds_words, joined, number

__all__ = ["CAUSES", "end_notes", "how_to", "result"]


class _Cause(NamedTuple):
    headline: str
    """Clause for a headline that says why the match has ended."""
    sentence: str
    """Sentence that says why the match has ended, without its full stop, with a `{turn}` field for
    the number of the last turn.
    """


CAUSES = {
    "END_CAUSE_EXPLORED": _Cause(
        "all rooms are explored",
        "All rooms are explored, so the match ends after turn {turn}",
    ),
    "END_CAUSE_FEW_ROOMS": _Cause(
        "the dice say so",
        "With few rooms unexplored, the dice end the match after turn {turn}",
    ),
    "END_CAUSE_LATE": _Cause("the dice say so", "The dice end the match after turn {turn}"),
    "END_CAUSE_NO_HEROES": _Cause(
        "nobody has a hero left",
        "Nobody has a hero left, so the match ends after turn {turn}",
    ),
    "END_CAUSE_MAX_TURNS": _Cause(
        "there are no more turns", "The match ends after turn {turn}, the last one there is"
    ),
}
"""Text for each reason that ends a match (PG-7.1), by name of the end cause in the schema."""


def end_notes(end: Fields, names: Sequence[Span]) -> Iterator[Note]:
    """Yield sentences on why the match has ended, which seat comes first, and the bonuses.

    Args:
        end: The End message.
        names: Name of each seat, in its style.
    """
    cause = CAUSES[end["cause"]].sentence.format(turn=end["turn"])
    yield Note(Rank.END, (Span(cause),), True)
    first = next(final for final in end["seats"] if final["placement"] == 1)
    most = f" and the most {gem_kinds_words(first['qualified'])}" if first["qualified"] else ""
    text = f" comes first, with {first['gold']} gold{most}"
    yield Note(Rank.END, (names[first["seat"]], Span(text)), True)
    bonuses: list[Line] = [
        (names[final["seat"]], Span(f" gets {final['bonus']} gold in bonuses"))
        for final in end["seats"]
        if final["bonus"]
    ]
    if bonuses:
        yield Note(Rank.END, joined(bonuses))


def result(end: Fields | None, over: MatchEnd, names: Sequence[Span]) -> Result:
    """Return the winners and the reason.

    Args:
        end: The End message; None if the rules did not end the match, or if the viewer missed it.
        over: How the match ended.
        names: Name of each seat, in its style.
    """
    usual = default_result(over, names)
    if end is None or not over.by_rules or len(over.winners) != 1:
        return usual
    finals = {final["seat"]: final for final in end["seats"]}
    (winner,) = over.winners
    if finals[winner]["placement"] != 1:
        # The seat that the rules have first has forfeited.
        return usual
    why = _why(winner, finals, names)
    ended = CAUSES[end["cause"]].sentence.format(turn=end["turn"])
    is_by_gold = len({bool(final["qualified"]) for final in finals.values()}) == 1
    golds = sorted((int(final["gold"]) for final in finals.values()), reverse=True)
    # Without a text of the referee, what is left are the forfeits.
    forfeits = default_result(dataclasses.replace(over, text=""), names).reason
    # Gold alone would mislead where a seat has more of it, but the most gems of no kind.
    is_clear = usual.score and is_by_gold and golds[0] > golds[1]
    score = " : ".join(map(str, golds)) if is_clear else ""
    reason = " ".join(f"{why}. {ended}. {forfeits}".split())
    return dataclasses.replace(usual, score=score, reason=reason)


def _why(winner: int, finals: dict[int, Fields], names: Sequence[Span]) -> str:
    """Return the reason why a seat has won, without a full stop, from all seats' final results.

    This is PG-7.2 to PG-7.4.
    """
    name, final = names[winner].text, finals[winner]
    gold = final["gold"]
    if not final["qualified"]:
        tied = sum(other["gold"] == gold for other in finals.values()) > 1
        how = "is first on the board for ties" if tied else "has the most gold"
        which = f"{name} {how}, with {gold}" if not tied else f"of those with {gold}, {name} {how}"
        return f"Nobody has a gem, so gold decides: {which}"
    kinds = gem_kinds_words(final["qualified"])
    rivals = [one for one in finals.values() if one["qualified"] and one["seat"] != winner]
    richest = max(finals.values(), key=lambda one: (one["gold"], one["seat"] == winner))
    if not rivals:
        told = f"{name} has the most {kinds}, and nobody else leads a kind of gem"
    elif any(one["gold"] == gold for one in rivals):
        told = (
            f"{name} has the most {kinds} and {gold} gold, and wins the tie by its place on a board"
        )
    else:
        told = (
            f"{name} has the most {kinds}, and with {gold} gold the most of those who lead a kind"
        )
    if richest["gold"] > gold:
        told += (
            f". {names[richest['seat']].text} has {richest['gold']} gold, but leads no kind of gem"
        )
    return told


def how_to(config: Fields) -> tuple[str, ...]:
    """Return the rules in short sentences, with this match's numbers (PG-1.2, PG-7)."""
    bonus, chance = config["bonus_gold"], config["end_pct"]
    bonuses = (
        f" The most rooms and the most living heroes are worth {bonus} gold each." if bonus else ""
    )
    early = []
    if config["end_rooms"]:
        rooms = (
            "one room is"
            if config["end_rooms"] == 1
            else f"{number(config['end_rooms'])} rooms are"
        )
        early.append(f"when at most {rooms} unexplored")
    if config["late_turn"] < config["max_turns"]:
        early.append(f"after turn {config['late_turn']}")
    dice = ""
    if early and chance:
        dice = f"; {' and '.join(early)}, each turn is the last with a chance of {chance} percent"
    return (
        "Each player leads a party of heroes through one dungeon, whose rooms are hidden until somebody enters them.",
        "A party that beats the creatures of a room loots their gold and gems, and the last party in a room owns it.",
        "Gold buys heroes, equipment and places on five boards, which decide who goes first and who wins ties.",
        "To win, have the most gems of some kind, and the most gold of all players who do."
        + bonuses,
        f"The match ends when all rooms are explored, or after turn {config['max_turns']}{dice}.",
    )
