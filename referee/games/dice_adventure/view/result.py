"""The result of a match of Dice Adventure in words, and a summary of the rules in five sentences."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Line, Span, Style
from referee.core.story import MatchEnd, Result, as_headline, sentence_case, word_list
from referee.core.view import Fields, Sight, seat_names
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.party import member_of, parties_of
from referee.games.dice_adventure.view.standing import num_levels, sum_of_rounds
from referee.games.dice_adventure.view.words import (
    counted,
    join,
    number_word,
    phrase,
    points_text,
    sentence,
)

__all__ = ["how_to", "result_of"]

_MOST_NAMED = 2
"""Highest number of winning parties that a headline lists by name."""


def result_of(sight: Sight, end: MatchEnd, plain: Result) -> Result:
    """Return the winners and the reason in the words of this game.

    Args:
        sight: What is seen after the last step.
        end: How the match ended.
        plain: The result by placements and forfeits alone; it stays for a match that the rules did not end.
    """
    if not end.by_rules or not plain.winners:
        return plain
    forfeits = plain.reason.removeprefix(sentence_case(end.text)).strip()
    if len(end.seats) == NUM_MEMBERS:
        text = f"The party scores {points_text(end.seats[0].score)}"
        headline: Line = (Span(text, Style.STRONG),)
        reason = _levels_text(sight)
    else:
        headline, reason = _race_headline(sight, plain.winners), _race_text(sight, end)
    reasons = " ".join(text for text in (reason, forfeits) if text)
    return Result(plain.winners, headline, "", reasons)


def how_to(config: Fields) -> tuple[str, ...]:
    """Return how the game is played (chapters 1, 4, 5 and 7 of the rulebook) with this match's numbers."""
    members = [member_of(config, number) for number in range(1, NUM_MEMBERS + 1)]
    windows, wait = config["ping_windows"], config["respawn_wait"]
    levels = counted(num_levels(config), "level")
    talk = "all they may say is a ping on the map" if windows else "they may not talk at all"
    steps = word_list([f"{member.ap} for the {member.name}" for member in members])
    pinged = f", less {config['ping_cost']} for each ping" if windows else ""
    hearts = "a heart" if config["damage"] == 1 else counted(config["damage"], "heart")
    back = ["at the end of the round", "one round later"][wait - 1 : wait]
    return_ = back[0] if back else f"{number_word(wait - 1)} rounds later"
    return (
        f"A Dwarf, a Giant and a Human, each played by its own bot, cross {levels} of a dungeon: each sees "
        f"only its surroundings, and {talk}.",
        f"In each round all plan their steps in secret, at most {steps}{pinged}; then they walk, and after "
        "them the monsters.",
        "Each has to reach the shrine of its colour for its key; with all three keys, one of them has to reach "
        "the tower.",
        "Against a rock, a trap or a monster everybody in the cell rolls a die, and the higher sum wins, a tie "
        f"for the party; defeat by a trap or a monster costs {hearts}, and a member without hearts is back {return_}.",
        "A key is worth 100 points, a cleared level 300 more and up to 400 for speed; parties are ranked by points.",
    )


def _levels_text(sight: Sight) -> str:
    """Return a sentence on the levels that were cleared, or, for the public, on how many points a level was worth."""
    parties = parties_of(sight)
    count = num_levels(sight.config)
    if not parties:
        worth = (
            "Its only level was" if count == 1 else f"Each of its {number_word(count)} levels was"
        )
        return f"{worth} worth a little less than 1000 points at most."
    results = parties[0].seen[0]["results"]
    cleared = [record for record in results if record["outcome"] == "OUTCOME_CLEARED"]
    if not cleared:
        keys = sum(record["keys"] for record in results)
        return f"No level is cleared; {counted(keys, 'key')} {'is' if keys == 1 else 'are'} found."
    rounds = counted(sum(record["rounds"] for record in cleared), "round")
    if len(cleared) == len(results):
        which = "The only level is" if count == 1 else f"All {number_word(count)} levels are"
    else:
        is_one = len(cleared) == 1
        which = f"{number_word(len(cleared)).capitalize()} of {number_word(count)} levels {'is' if is_one else 'are'}"
    return f"{which} cleared, in {rounds}."


def _race_headline(sight: Sight, winners: Sequence[int]) -> Line:
    """Return a headline with the parties in first place and the names of their players."""
    parties = sorted({seat // NUM_MEMBERS for seat in winners})
    if len(parties) > _MOST_NAMED:
        text = f"{number_word(len(parties)).capitalize()} parties share first place"
        return (Span(text, Style.STRONG),)
    teams = [phrase(f"party {party + 1} (", join(_players(sight, party)), ")") for party in parties]
    wins = " wins" if len(parties) == 1 else " share first place"
    return as_headline(sentence(join(teams), wins).line)


def _players(sight: Sight, party: int) -> list[Span]:
    """Return the names of a party's players; a name that several of its seats share is listed once."""
    names = seat_names(sight.players)[NUM_MEMBERS * party :][:NUM_MEMBERS]
    return list({span.text: span for span in reversed(names)}.values())[::-1]


def _race_text(sight: Sight, end: MatchEnd) -> str:
    """Return a sentence on the winning score and its lead, or on the tie-break between equal scores (DA-7.4)."""
    scores = [final.score for final in end.seats[::NUM_MEMBERS]]
    best = max(scores)
    first = sorted({seat // NUM_MEMBERS for seat in end.winners})
    equal = [party for party, score in enumerate(scores) if score == best]
    if len(equal) == len(first):
        share = "It scores" if len(first) == 1 else "Each of them scores"
        others = [score for score in scores if score < best]
        ahead = f", {best - max(others)} more than the next party" if others else ""
        return f"{share} {points_text(best)}{ahead}."
    tied = f"{number_word(len(equal)).capitalize()} parties score {points_text(best)}"
    rounds = {party.number: sum_of_rounds(party.seen[0]) for party in parties_of(sight)}
    if len(rounds) < len(scores):
        return f"{tied}; the fewer rounds decide, and then the fewer deaths."
    ahead = "rounds" if any(rounds[party] > rounds[first[0]] for party in equal) else "deaths"
    return f"{tied}; fewer {ahead} decide."
