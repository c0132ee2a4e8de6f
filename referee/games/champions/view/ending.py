"""The result of a match of Champions and its rules in short."""

from __future__ import annotations

import dataclasses

from referee.core.scene import spans_text
from referee.core.story import MatchEnd, Result, default_result
from referee.core.view import Fields
from referee.games.champions.view.memory import ChampionsSight, known_to
from referee.games.champions.view.seats_view import Known
from referee.games.champions.view.standing import is_royale, points_of
from referee.games.champions.view.words import counted, names_of, together, word_of

__all__ = ["how_to_play", "result_of"]


def result_of(sight: ChampionsSight, end: MatchEnd) -> Result:
    """Return who won and why: who lasted longest, and the points or champions that decided."""
    names = names_of(tuple(sight.players))
    seen = sight.public
    known = known_to(sight)
    if not end.by_rules or sight.end is None or seen is None or known is None:
        return default_result(end, names)
    told = [name.text for name in names]
    reason = f"{_standing(known, seen['round'], told)} {_deciding(sight, known, told)}".strip()
    result = default_result(dataclasses.replace(end, text=reason), names)
    return dataclasses.replace(result, score=_score(known, result))


def _standing(known: Known, rounds: int, names: list[str]) -> str:
    """Return who was left in the end, as a sentence."""
    left = [seat for seat in range(known.num_seats) if seat not in known.out_round]
    after = f"After {counted(rounds, 'round')}"
    if not left:
        return f"{after} the last seats fall together."
    if len(left) == 1:
        return f"{after} {names[left[0]]} is the last one with a living champion."
    return f"{after} the match ends with {word_of(len(left))} seats still standing."


def _deciding(sight: ChampionsSight, known: Known, names: list[str]) -> str:
    """Return what decided between the best seats, as a sentence; empty if the viewer can't know it."""
    first = [seat for seat, place in sorted(known.placement.items()) if place == 1]
    rivals = [seat for seat in known.placement if seat not in first]
    if len(first) > 1:
        alike = "their points are" if is_royale(sight.config) else "health, kills and damage are"
        return f"In all that counts {alike} equal."
    winner = first[0]
    kills = counted(known.kills[winner], "kill")
    if not is_royale(sight.config):
        return f"{names[winner]} has {kills}." if winner in known.out_round else ""
    points = points_of(known)
    if points is None:
        return f"With {kills} {names[winner]} has the most points for place and kills."
    second = min(rivals, key=lambda seat: (known.placement[seat], seat))
    has = f"{counted(points[winner], 'point')}, {word_of(known.kills[winner])} of them for kills"
    return (
        f"{names[winner]} has {has}; {names[second]} comes second with {word_of(points[second])}."
    )


def _score(known: Known, result: Result) -> str:
    """Return the kills of a duel that was fought to the end: the loser's are the winner's losses."""
    if not result.score or len(result.winners) != 1 or len(known.out_round) != 1:
        return ""
    winner = result.winners[0]
    return (
        f"{known.kills[winner]} : {known.kills[1 - winner]}"
        if winner not in known.out_round
        else ""
    )


def how_to_play(config: Fields) -> tuple[str, ...]:
    """Return the rules of chapters 3 to 7 in short, with this match's numbers."""
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
