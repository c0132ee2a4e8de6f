"""Scores in a match of Dice Adventure: points of each party, hearts and keys of each member."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.outcome import rank
from referee.core.scene import Bar
from referee.core.story import Score, SeatScore
from referee.core.view import Fields, Sight
from referee.games.dice_adventure.tables import NUM_MEMBERS
from referee.games.dice_adventure.view.party import DiceSight, Party, member_of

__all__ = ["num_levels", "score_of", "sum_of_rounds"]


def num_levels(config: Fields) -> int:
    """Return the number of levels; other viewers than the referee get this number, not the levels (DA-2.1)."""
    return int(config.get("num_levels", 0) or len(config.get("levels", ())))


def sum_of_rounds(seen: Fields) -> int:
    """Return the rounds that a party needed for all ended levels together, which rank equal scores (DA-7.4)."""
    return sum(record["rounds"] for record in seen["results"])


def score_of(sight: Sight, parties: Sequence[Party]) -> Score:
    """Return the points of each party, as the score of its three seats, and its members' hearts, keys and action points.

    Before the end of the match, the values of a party that is not observed are unknown.
    """
    num_parties = len(sight.players) // NUM_MEMBERS
    values: list[int | None] = [None] * num_parties
    ranks = [0] * num_parties
    for party in parties:
        values[party.number] = party.seen[0]["score"]
    if isinstance(sight, DiceSight) and sight.scores:
        values, ranks = [*sight.scores], [*sight.placements]
    elif len(parties) == num_parties:
        # Deaths, the last tie-break, are not in the observations, so such ties are still shared here.
        keys = [(party.seen[0]["score"], -sum_of_rounds(party.seen[0])) for party in parties]
        ranks = [*rank(keys)]
    seats = [
        SeatScore(value, ranks[number])
        for number, value in enumerate(values)
        for _ in range(NUM_MEMBERS)
    ]
    for party in parties:
        for told in party.seen[0]["members"]:
            seat = party.seat(told["character"])
            if seat < len(seats):
                seats[seat] = _with_hearts(seats[seat], party, told, sight.config)
    is_shared = num_parties == 1 and bool(parties)
    return Score("points", tuple(seats), "hearts" if parties else "", is_shared)


def _with_hearts(score: SeatScore, party: Party, told: Fields, config: Fields) -> SeatScore:
    if party.seen[0]["phase"] == "PHASE_DONE":
        return score
    number = told["character"]
    member = member_of(config, number)
    full = max(member.hearts, told["hearts"])
    lives = f" x{told['lives']}" if config.get("lives") else ""
    facts = [(member.name, "♥" * told["hearts"] + "♡" * (full - told["hearts"]) + lives)]
    facts += [("key", "✓" if told["key"] else "✗")]
    own = [seen["me"]["ap"] for seen in party.seen if seen["character"] == number]
    facts += [("AP", str(own[0]))] if own and told["alive"] else []
    return score._replace(
        gauge=Bar(told["hearts"], full),
        loss=_loss(party, told),
        facts=tuple(facts),
    )


def _loss(party: Party, member: Fields) -> int:
    """Return the hearts that a member lost in this step; 0 if a level or attempt began with the step.

    Args:
        party: The member's party.
        member: Fields of the member now, as an observation has them.
    """
    now = party.seen[0]
    for before in party.earlier.values():
        if (before["level"]["index"], before["level"]["attempt"]) == (
            now["level"]["index"],
            now["level"]["attempt"],
        ):
            return int(
                max(0, before["members"][member["character"] - 1]["hearts"] - member["hearts"])
            )
    return 0
