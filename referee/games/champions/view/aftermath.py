"""Sentences on what the end of a round of Champions causes: a smaller map, fewer seats, or the end of the match."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.scene import Line, Span
from referee.core.story import Sentence
from referee.core.view import Fields
from referee.games.champions import columns as c
from referee.games.champions.view.meetings import SHRINKS_AT
from referee.games.champions.view.memory import ChampionsSight
from referee.games.champions.view.seats_view import Known
from referee.games.champions.view.standing import is_royale, living_of, score_of
from referee.games.champions.view.words import (
    as_line,
    counted,
    sentence,
    size_text,
    together,
    word_of,
)

__all__ = ["ends", "left_over", "round_of", "shrinks"]


def round_of(seen: Fields) -> int:
    """Return the number of the round that a step has ended, even if the step has begun the next round.

    `seen` is the public observation after the step.
    """
    ended: int = seen["round"] - (seen["phase"] == c.MOVE)
    return ended


def ends(sight: ChampionsSight, known: Known, names: Sequence[Span]) -> list[Sentence]:
    """Return a sentence that names the winner or the seats that share first place; empty before the end."""
    if sight.end is None or sight.public is None:
        return []
    first = [seat for seat, place in sorted(known.placement.items()) if place == 1]
    left = [seat for seat, public in enumerate(sight.public["seats"]) if public["alive"]]
    if len(first) > 1:
        who = together([names[seat] for seat in first])
        return [sentence(who, " share first place", is_milestone=True)]
    winner = names[first[0]]
    if len(left) > 1:
        after = f"the match ends after {counted(round_of(sight.public), 'round')}: "
        return [sentence(after, winner, " wins", is_milestone=True)]
    if left and left != first:
        last = names[left[0]]
        told = as_line(last, " is the last one standing, but ", winner, " wins on points")
        return [sentence(told, is_milestone=True)]
    if left:
        return [sentence(winner, " is the last one standing and wins", is_milestone=True)]
    return [sentence("nobody is left standing; ", winner, " wins", is_milestone=True)]


def shrinks(body: Fields, known: Known) -> Sentence:
    """Return the sentence about a smaller map: both sizes, and which rows and columns vanish.

    The rules are CH-5.40 to CH-5.43. `body` has the fields of the MapShrunk event.
    """
    old, new, cuts = body["old_size"], body["new_size"], body["cuts"]
    in_play = known.num_seats - len(known.out_round)
    why = f"with only {word_of(in_play)} seats left " if in_play <= SHRINKS_AT.get(old, 0) else ""
    start = f"{why}the map shrinks from {size_text(old)} to {size_text(new)}"
    if new == 1:
        end = ", the arena: from now on all who are left meet every round"
        return sentence(f"{start}{end}", is_milestone=True)
    north, west = sum(cut["oy"] for cut in cuts), sum(cut["ox"] for cut in cuts)
    gone = [
        f"the {side} {noun}" if count == 1 else f"the {word_of(count)} {side} {noun}s"
        for count, side, noun in (
            (north, "northern", "row"),
            (len(cuts) - north, "southern", "row"),
            (west, "western", "column"),
            (len(cuts) - west, "eastern", "column"),
        )
        if count
    ]
    return sentence(f"{start}: ", together(gone), " vanish", is_milestone=True)


def left_over(
    sight: ChampionsSight, known: Known, out: Sequence[int], names: Sequence[Span]
) -> list[Sentence]:
    """Return sentences on how many seats and champions are left, and on which seat leads.

    They are empty if no seat went out and the viewer knows no leader.

    Args:
        sight: What the viewer sees.
        known: What the viewer knows of all seats.
        out: Seats that went out in this step.
        names: Name of each seat.
    """
    in_play = [seat for seat in range(known.num_seats) if seat not in known.out_round]
    living = [living_of(known, seat) for seat in in_play]
    sentences = []
    are_two = len(in_play) == 2 and bool(out)
    if are_two:
        last = together([names[seat] for seat in in_play])
        sentences.append(sentence("only ", last, " are left", is_milestone=True))
    sure = [count for count in living if count is not None]
    is_sure = len(sure) == len(living)
    who = counted(len(in_play), "seat")
    who += f" with {counted(sum(sure), 'champion')} are left" if is_sure else " are left"
    leads = _leader(sight, known, names)
    if leads:
        sentences.append(sentence("" if are_two else f"{who}; ", leads))
    elif out and not are_two:
        sentences.append(sentence(who))
    return sentences


def _leader(sight: ChampionsSight, known: Known, names: Sequence[Span]) -> Line:
    """Return a clause with the leading seat and its score; empty if several lead or the viewer can't know it."""
    score = score_of(sight, known)
    lead = [seat for seat, one in enumerate(score.seats) if one.rank == 1]
    if len(lead) != 1:
        return ()
    best = score.seats[lead[0]]
    unit = "point" if is_royale(sight.config) else "champion"
    leads = as_line(names[lead[0]], f" leads with {counted(best.value or 0, unit)}")
    if not is_royale(sight.config) and best.gauge is not None:
        leads = as_line(leads, f" and {best.gauge.value} health")
    return leads
