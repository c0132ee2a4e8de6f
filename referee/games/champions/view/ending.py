"""The result of a finished match of Champions in words, and a short summary of the game's rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from referee.core.scene import spans_text
from referee.core.story import MatchEnd, Result, default_result
from referee.core.view import Fields
from referee.games.champions.view.memory import ChampionsSight, known_to
from referee.games.champions.view.seats_view import Known
from referee.games.champions.view.standing import is_royale, points_of, whole
from referee.games.champions.view.words import counted, names_of, together, word_of

__all__ = ["how_to_play", "result_of"]


def result_of(sight: ChampionsSight, end: MatchEnd) -> Result:
    """Return the winners with the reason: which seats were left, and the points or tie-break that decided.

    If the rules did not end the match, the reason comes from placements and forfeits alone.
    """
    names = names_of(tuple(sight.players))
    seen = sight.public
    known = known_to(sight)
    if not end.by_rules or sight.end is None or seen is None or known is None:
        return default_result(end, names)
    told = [name.text for name in names]
    reason = f"{_standing(known, seen['round'], told)} {_deciding(sight, known, told)}".strip()
    result = default_result(dataclasses.replace(end, text=reason), names)
    return dataclasses.replace(result, score=_score(known, result))


def _left(known: Known) -> list[int]:
    return [seat for seat in range(known.num_seats) if seat not in known.out_round]


def _standing(known: Known, rounds: int, names: Sequence[str]) -> str:
    """Return the sentence about the seats that were in play when the match ended, and after how many rounds."""
    left = _left(known)
    after = f"After {counted(rounds, 'round')}"
    if not left:
        return f"{after} the last seats fall together."
    if len(left) == 1:
        return f"{after} {names[left[0]]} is the last one with a living champion."
    return f"{after} the match ends with {word_of(len(left))} seats still standing."


def _deciding(sight: ChampionsSight, known: Known, names: Sequence[str]) -> str:
    """Return a sentence with what ranked the winner above the second seat; empty if the viewer can't know it."""
    first = [seat for seat, place in sorted(known.placement.items()) if place == 1]
    others = [seat for seat in sorted(known.placement) if seat not in first]
    if len(first) > 1:
        alike = "points, health, kills" if is_royale(sight.config) else "health, kills"
        return f"They are equal in {alike} and damage."
    winner, left = first[0], _left(known)
    who = "It" if left == first else names[winner]
    second = min(others, key=lambda seat: known.placement[seat])
    if not is_royale(sight.config):
        return "" if left == first else f"{who} is ahead in {_tie_break(known, winner, second)}."
    points, kills = points_of(known), known.kills[winner]
    if points is None:
        return f"{who} has the most points, with {counted(kills, 'kill')}."
    mine, theirs = points[winner], points[second]
    if mine == theirs:
        lead = f"{names[winner]} and {names[second]} both have {counted(whole(mine), 'point')}"
        return f"{lead}; {names[winner]} is ahead in {_tie_break(known, winner, second)}."
    own = counted(whole(mine), "point")
    own += f", {word_of(kills)} of them for kills" if kills else " without a kill"
    if whole(mine) == whole(theirs):
        return f"{who} has {own}, just ahead of {names[second]}."
    return f"{who} has {own}; {names[second]} comes second with {word_of(whole(theirs))}."


def _tie_break(known: Known, winner: int, second: int) -> str:
    """Return the name of the criterion that ranks the winner first, such as `rounds survived`.

    The seat `second` has as many points as the winner (CH-7.2).
    """
    if known.out_round.get(winner) != known.out_round.get(second):
        return "rounds survived"
    return "kills and damage" if winner in known.out_round else "champions and health left"


def _score(known: Known, result: Result) -> str:
    """Return the kills of both seats of a duel as `4 : 2`, the winner's first.

    Empty unless the duel has a single winner that is still in play and a loser that is out.
    """
    if not result.score or len(result.winners) != 1 or len(known.out_round) != 1:
        return ""
    winner = result.winners[0]
    return (
        f"{known.kills[winner]} : {known.kills[1 - winner]}"
        if winner not in known.out_round
        else ""
    )


def how_to_play(config: Fields) -> tuple[str, ...]:
    """Return chapters 3 to 7 of the rulebook as five sentences, with the numbers of this match's config."""
    tries = config["loot_actions"]
    loot = "one try" if tries == 1 else f"{word_of(tries)} tries"
    lengths = config.get("stage_lengths") or [config["stage_rounds"]] * 3
    if len(set(lengths)) == 1:
        every = f"after {counted(lengths[0], 'round')} at one size"
    else:
        every = f"after {spans_text(together([word_of(length) for length in lengths]))} rounds"
    cap = f"after {counted(config['max_rounds'], 'round')}"
    if is_royale(config):
        wins = (
            "The last seat standing gets 12 points, earlier exits fewer, and each kill is one point"
        )
    else:
        wins = "The seat that lasts longest wins"
    return (
        "Each seat leads four champions: a Gladiator, a Rogue, a Healer and a Mage.",
        f"Each round all seats move, search their tile ({loot}), equip their champions and fight whoever"
        " stands on the same tile, two champions against two.",
        "A fight has four turns that both sides plan blindly; health comes back only by a Healer in a fight, and"
        " the dead stay dead.",
        f"The map shrinks as seats go out, at the latest {every}, down to a single tile where all meet.",
        f"{wins}; the match ends {cap} at the latest.",
    )
