"""How Swordman is put into words for players that read text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from referee.core.plain import Plain
from referee.core.text_face import AskedTurn
from referee.games.default_face import DefaultFace

__all__ = ["SwordmanFace"]

_LOCATIONS = ("0 high", "1 middle", "2 low")
"""Names of the locations where there are three of them (SW-2.2)."""


class SwordmanFace(DefaultFace):
    """Leaves out the computed odds, and says what the next setting may spend."""

    phases: ClassVar[Mapping[str, str]] = {
        "setting": "divide your power between sword, shield and priority, and say where the sword"
        " strikes and where the shield stands. Your rival does so at the same time.",
    }
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {
        "setting": {"sword": 6, "shield": 4, "sword_at": 1, "shield_at": 0}
    }
    # Computed for viewers: what a player makes of the rules is its own.
    hidden_parts = ("odds",)
    left_out = ("SW-1.5", "SW-2.1", "SW-3.1", "SW-3.2", "SW-6.1", "SW-6.2")
    hidden_fields = ("bad_form",)

    def details(self, asked: AskedTurn) -> Iterable[str]:
        """Return what may be spent, and the standing; before the first round the scene has nothing else."""
        seen, config = asked.seen, asked.sight.config
        yield ""
        if asked.number > 1:
            yield (
                "Above is the last round that was played. `life 14/20 -1` is 14 of at most 20, 1 less than"
                " before it; a blow of 4 takes 4 life from the other seat."
            )
        yield (
            f"Now you are in round {seen['round']} of game {seen['game']}. You may spend"
            f" {config['power']} points in all{'' if config['priority'] else ', none on priority'},"
            f" at the locations 0 to {config['locations'] - 1}."
        )
        if config["locations"] == len(_LOCATIONS):
            yield f"Locations are called {', '.join(_LOCATIONS)}."
        yield "Where two numbers are joined, as in 4 : 1 or life 4 to 1, the first is that of seat 0."
        yield "`first` marks the blow that fell before the other, by priority."
        for seat, name in enumerate(asked.sight.players):
            yield f"- {name}: life {seen['life'][seat]}, {seen['points'][seat]} game points"
