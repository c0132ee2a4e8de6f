"""Random plain actions of Champions, a part of them wrong in every way that the rulebook names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.rng import Stream

__all__ = ["odd_action"]

_STRANGE = (-1, -2, 4, 5, 36, 99, 127, 128, 255, 256, 32767, 32768, 65536, 10**9, -(2**31))


def odd_action(
    match: Mapping[str, Any], seat: int, dice: Stream, *, loot_actions: int = 3, oddity: int = 0
) -> Any:
    """An action of an acting seat, in plain form; None for a missed deadline.

    Args:
        match: The state, by the names of section 3.
        seat: Who.
        dice: Chooses.
        loot_actions: Looting actions of a seat in a round.
        oddity: One value in so many is wrong; 0 for none.
    """
    maker = _Maker(match, seat, dice, loot_actions, oddity)
    if maker.is_odd():
        return (None, {"move": [0, 0]}, {"loot": []}, {"equip": []}, {"battle": []})[
            dice.draw(5) - 1
        ]
    phase = match["phase"].lower()
    return {phase: getattr(maker, phase)()}


class _Maker:
    def __init__(
        self, match: Mapping[str, Any], seat: int, dice: Stream, loot_actions: int, oddity: int
    ) -> None:
        self.match, self.seat, self.dice = match, seat, dice
        self.loot_actions, self.oddity = loot_actions, oddity
        self.me = match["seats"][seat]

    def is_odd(self) -> bool:
        return self.oddity > 0 and self.dice.draw(self.oddity) == 1

    def number(self, below: int) -> int:
        """From 0 to below `below`, or a strange one."""
        if self.is_odd():
            return _STRANGE[self.dice.draw(len(_STRANGE)) - 1]
        return self.dice.draw(below) - 1

    def length(self, usual: int, surplus: int) -> int:
        return self.dice.draw(usual + surplus) if self.is_odd() else usual

    def move(self) -> list[int]:
        return [self.number(3) - 1, self.number(3) - 1]

    def loot(self) -> list[int]:
        return [self.number(5) for _ in range(self.length(self.loot_actions, 40))]

    def equip(self) -> list[dict[str, int]]:
        held = [item for slots in self.me["slots"] for item in slots if item]
        items = [*self.me["stash"], *held] or [1]
        return [
            {
                "kind": self.number(8) // 7 if not self.is_odd() else self.number(3),
                "item": items[self.dice.draw(len(items)) - 1] if self.dice.draw(9) > 1
                else self.number(len(self.match["items"])),
                "champion": self.number(4),
                "slot": self.number(3),
            }
            for _ in range(self.length(6, 60))
        ]  # fmt: skip

    def battle(self) -> list[dict[str, Any]]:
        own = [n for n, (a, b) in enumerate(self.match["battles"]) if self.seat in (a, b)]
        entries = []
        for _ in range(self.length(self.dice.draw(5) - 1, 42)):
            entry: dict[str, Any] = {"champion": self.number(4), "set": self.set()}
            if len(own) > 1 or self.dice.draw(3) == 1:
                entry["battle"] = own[self.dice.draw(len(own)) - 1]
            if self.is_odd():
                entry["battle"] = self.number(8)
            entries.append(entry)
        return entries

    def set(self) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = []
        for _ in range(self.length(4, 3)):
            action: dict[str, Any] = {"action": self.number(5)}
            if self.dice.draw(8) > 1:
                action["target"] = self.number(2)
            kinds = Stream(self.dice.next(), 0)
            prefs = [0, 1, 2, 3]
            for i in (3, 2, 1):
                j = kinds.draw(i + 1) - 1
                prefs[i], prefs[j] = prefs[j], prefs[i]
            prefs = prefs[: self.dice.draw(5) - 1]
            if self.is_odd():
                prefs += [self.number(4) for _ in range(self.dice.draw(6))]
            action["prefs"] = prefs
            actions.append(action)
        return actions
