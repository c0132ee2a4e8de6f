"""How Diceman is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn, Objection
from referee.core.view import Fields
from referee.games.default_face import DefaultFace

__all__ = ["DicemanFace"]

_DICE = 4
"""Number of dice of a seat, with the ids 0 to 3 (DM-3.1)."""
_DICE_HELD = 2
"""Number of dice that a seat rolls in a round (DM-4.2)."""
_PAIRS = (
    "Magic and Priority",
    "Magic and Sword",
    "Magic and Shield",
    "Priority and Sword",
    "Priority and Shield",
    "Sword and Shield",
)
"""Names of the combinations, by combination id (DM-3.2)."""


class DicemanFace(DefaultFace):
    """Leaves out the computed odds, and counts the picks of both seats instead."""

    phases: ClassVar[Mapping[str, str]] = {
        "choice": "pick two different dice: 0 Magic, 1 Priority, 2 Sword, 3 Shield. Your rival"
        " picks at the same time; then both roll.",
    }
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {"choice": {"dice": [0, 2]}}
    # Both are computed for viewers: what a player makes of the rules is its own.
    hidden_parts = ("odds", "pairs")
    left_out = (
        *(
            "DM-1.4",
            "DM-1.5",
            "DM-2.1",
            "DM-3.4",
            "DM-3.5",
            "DM-5.2",
            "DM-5.12",
            "DM-6.1",
            "DM-6.2",
        ),
    )
    hidden_fields = ("bad_form",)

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return standing and picks of both seats; before the first round the scene has nothing else."""
        seen = asked.seen
        yield ""
        yield "Where two numbers are joined, as in 4 : 1 or life 4 to 1, the first is that of seat 0."
        if asked.number > 1:
            yield (
                "Above is the last round that was played. `life 14/20 -1` is 14 of at most 20, 1 less than"
                " before it; `damage` is what each seat has done to the other."
            )
        yield f"Now you are in round {seen['round']} of game {seen['game']}. So far in this match:"
        for seat, name in enumerate(asked.sight.players):
            counts = seen["pick_counts"][seat]["counts"]
            picks = [f"{pair} {count}" for pair, count in zip(_PAIRS, counts, strict=True)]
            yield (
                f"- {name}: life {seen['life'][seat]}, {seen['points'][seat]} game points,"
                f" has picked {', '.join(picks)}"
            )

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:  # noqa: ARG002
        """Object to what is not two different dice, by the checks of the rules (DM-4.5, DM-4.6)."""
        held: list[int] = []
        for place, die in enumerate(action.get("dice", ())):
            field = f"dice.{place}"
            if len(held) == _DICE_HELD:
                return Objection(field, "TOO_MANY", "Only two dice are rolled in a round.")
            if die not in range(_DICE):
                return Objection(
                    field, "NOT_A_DIE", f"There is no die {die}, only 0 to {_DICE - 1}."
                )
            if die in held:
                return Objection(field, "DUPLICATE", f"The die {die} is picked twice.")
            held.append(die)
        if len(held) < _DICE_HELD:
            return Objection("dice", "INCOMPLETE", "Two different dice must be picked.")
        return None
