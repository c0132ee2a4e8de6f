"""The result of a match of Dungeon Keeper in words, and a summary of the rules for newcomers."""

from __future__ import annotations

import dataclasses

from referee.core.story import MatchEnd, Result, default_result
from referee.core.view import Fields, seat_names
from referee.games.dungeon_keeper.tables import BUILDINGS, Building
from referee.games.dungeon_keeper.view.belief import Belief
from referee.games.dungeon_keeper.view.board import building_of
from referee.games.dungeon_keeper.view.followed import DungeonSight
from referee.games.dungeon_keeper.view.words import joined

__all__ = ["how_to", "result_of"]


def result_of(sight: DungeonSight, end: MatchEnd) -> Result:
    """Return the winners and the reason: the last Altar standing, or the score after the last round (DK-7).

    Args:
        sight: What the viewer knows after the last step.
        end: How the match ended.
    """
    result = default_result(end, seat_names(sight.players))
    if not end.by_rules or not result.winners or any(final.forfeit for final in end.seats):
        return result
    is_cap = sum(final.score > 0 for final in end.seats) > 1
    if is_cap:
        return dataclasses.replace(result, reason=_by_score(sight, end))
    return dataclasses.replace(result, score="", reason=_by_altars(sight, end))


def how_to(config: Fields) -> tuple[str, ...]:
    """Return the rules in short sentences, with this match's numbers.

    Args:
        config: The Config message, as far as the viewer may see it.
    """
    hp = BUILDINGS[Building.ALTAR].hp
    lines = [
        f"Each player is an archdemon with one Altar of {hp} hit points: whoever loses it is out, and the "
        "last one left wins.",
        "Imps dig rock, mine gold, iron and taldear, and capture Sources of Power, which give mana "
        "every turn.",
        "Mana summons demons and must pay for all of them every turn, or some vanish; gold raises them "
        "to stronger kinds, and runes carried to the Altar open more kinds.",
    ]
    extras = []
    if config.get("fog_of_war"):
        radius = config.get("sight_radius")
        far = f" up to {radius} cells far" if radius else ""
        extras.append(
            f"under fog of war each player sees only what its own units and buildings see{far}"
        )
    if config.get("hero_enabled"):
        first = config.get("hero_first_round")
        since = f"after round {first} " if first else ""
        extras.append(f"{since}a Hero of the light may come, who fights all demons")
    if extras:
        text = "; ".join(extras)
        lines.append(f"{text[0].upper()}{text[1:]}.")
    lines.append(_last_line(config))
    return tuple(lines)


def _last_line(config: Fields) -> str:
    most, waning = config.get("max_rounds"), config.get("waning_round")
    end = f"after round {most}" if most else "at the end"
    text = f"{end} the highest score wins, in which Altars, damage to enemy Altars, Sources and units count"
    if waning and (not most or waning <= most):
        return f"From round {waning} on all Altars lose more hit points every round; {text}."
    return f"{text[0].upper()}{text[1:]}."


# Reasons.


def _by_altars(sight: DungeonSight, end: MatchEnd) -> str:
    """Return a sentence on how the last of the losing seats' Altars fell."""
    names, falls = sight.players, sight.past.falls
    winners = [seat for seat, final in enumerate(end.seats) if final.placement == 1]
    if not falls:
        return "All other Altars have fallen."
    last = max(falls[seat].round for seat in falls)
    fallen = [seat for seat in sorted(falls) if falls[seat].round == last]
    if any(seat in falls for seat in winners):
        text = f"The Altars of {joined([names[seat] for seat in fallen])} waned away together in round {last}"
        if len(winners) > 1:
            return f"{text}, with equal scores."
        return f"{text}, and {names[winners[0]]} had the highest score of them."
    seat = fallen[-1]
    fall = falls[seat]
    if fall.has_waned:
        text = f"{names[seat]}'s Altar waned away in round {last}"
    elif fall.by is None:
        text = f"The Hero destroyed {names[seat]}'s Altar in round {last}"
    elif fall.by == seat:
        text = f"{names[seat]} destroyed its own Altar in round {last}"
    else:
        text = f"{names[fall.by]} destroyed {names[seat]}'s Altar in round {last}"
    if len(end.seats) > 2:
        return f"{text}; {names[winners[0]]}'s Altar is the last of {len(end.seats)}."
    return f"{text}."


def _by_score(sight: DungeonSight, end: MatchEnd) -> str:
    """Return sentences on the scores after the last round, and on the difference in Sources as far as it is known."""
    names = sight.players
    most = sight.config.get("max_rounds")
    start = f"After round {most}, the last," if most else "After the last round"
    order = sorted(range(len(end.seats)), key=lambda seat: end.seats[seat].placement)
    winners = [seat for seat in order if end.seats[seat].placement == 1]
    if len(winners) > 1:
        return (
            f"{start} both have {end.seats[winners[0]].score} points."
            if len(winners) == 2
            else (
                f"{start} {joined([names[seat] for seat in winners])} have "
                f"{end.seats[winners[0]].score} points each."
            )
        )
    first, second = order[0], order[1]
    text = (
        f"{start} {names[first]} has {end.seats[first].score} points and {names[second]} "
        f"{end.seats[second].score}."
    )
    return f"{text}{_difference(sight.belief, first, second)}"


def _difference(belief: Belief | None, first: int, second: int) -> str:
    if belief is None or not belief.rows:
        return ""
    if not all(belief.seats.get(seat, {}).get("holdings") for seat in (first, second)):
        return ""
    ours, theirs = (
        [
            told["level"]
            for told in belief.buildings.values()
            if told["owner"] == seat and building_of(told) is Building.SOURCE
        ]
        for seat in (first, second)
    )
    lead = 20 * (sum(ours) - sum(theirs))
    if lead > 0:
        return f" The winner's Sources alone are worth {lead} points more."
    units = [
        sum(told["owner"] == seat for told in belief.units.values()) for seat in (first, second)
    ]
    if units[0] > units[1]:
        return f" The winner has {units[0]} units against {units[1]}."
    return ""
