"""What each die of a round of Diceman did, and why: the rows between both sides (DM-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.scene import Clash, Dice, Fate, Line, Span, Style, player_style
from referee.core.view import Fields
from referee.games.diceman.tables import MAGIC, PRIORITY, SHIELD, SWORD

__all__ = ["clashes_of"]

_NAMES = {MAGIC: "magic", PRIORITY: "priority", SWORD: "sword", SHIELD: "shield"}


def clashes_of(last: Fields, players: Sequence[str], sides: Sequence[int]) -> tuple[Clash, ...]:
    """Return a row for each die of both seats, those of the seat that struck first in front.

    Args:
        last: The round, as a Round message.
        players: Names of the players by seat.
        sides: Number of sides of the four dice.
    """
    order = sorted((0, 1), key=lambda seat: -last["rolls"][seat]["values"][PRIORITY])
    return tuple(clash for seat in order for clash in _Seat(last, seat, players, sides).clashes())


class _Seat:
    """The dice of one seat in a round."""

    def __init__(
        self, last: Fields, seat: int, players: Sequence[str], sides: Sequence[int]
    ) -> None:
        self._seat = seat
        self._players = players
        self._sides = sides
        self._own, self._theirs = (last["rolls"][one]["values"] for one in (seat, 1 - seat))
        phases = last["phases"]
        self._phase = next((one for one in phases if one["number"] == self._own[PRIORITY]), None)
        self._rivals = next(
            (one for one in phases if one["number"] == self._theirs[PRIORITY]), None
        )

    def clashes(self) -> Iterator[Clash]:
        """Yield the rows of the seat's dice: each a blow, the rival's die that it met, and the result.

        Sword and magic have a row unless they are 0. The shield has one unless the row of the
        rival's sword shows its effect; priority only if both sword and shield are 0.
        """
        own, phase = self._own, self._phase
        if phase is None:  # slain before its own phase (DM-5.11)
            for die in (SWORD, MAGIC):
                if own[die]:
                    yield self._clash(die, Fate.LOST, "never strikes", "slain before its phase")
        else:
            if own[SWORD]:
                yield self._sword(phase)
            if own[MAGIC]:
                yield self._magic(phase)
        if own[SHIELD] and (clash := self._shield()):
            yield clash
        if own[PRIORITY] and not own[SWORD] + own[SHIELD]:
            yield self._clash(PRIORITY, Fate.IDLE, "no blow to speed up")

    def _sword(self, phase: Fields) -> Clash:
        edge, cut = phase["edge"][self._seat], phase["sword"][self._seat]
        shield = self._theirs[SHIELD]
        if edge + cut == 0:
            text = f"{self._own[SWORD]} is stopped by {shield}"
            return self._clash(SWORD, Fate.STOPPED, text, "", SHIELD)
        why = "no shield against it"
        if edge:
            why = f"{edge} early, past any shield"
        elif shield:
            why = f"the shield stops {shield}"
        return self._clash(
            SWORD, Fate.HIT, f"wounds for {edge + cut}", why, SHIELD if shield else None
        )

    def _magic(self, phase: Fields) -> Clash:
        magic, theirs = phase["magic"][self._seat], self._theirs[MAGIC]
        met = MAGIC if theirs else None
        if magic:
            why = "stronger than the other magic" if phase["duel"] else "nothing blocks magic"
            return self._clash(
                MAGIC, Fate.HIT, f"bites for {magic}", why, met if phase["duel"] else None
            )
        if phase["duel"] or (theirs and theirs == self._own[MAGIC]):
            return self._clash(MAGIC, Fate.STOPPED, "duel of magic", "not the stronger one", met)
        return self._clash(
            MAGIC, Fate.LOST, "is lost", f"{self._players[self._seat]} is hurt at that moment"
        )

    def _shield(self) -> Clash | None:
        """Return the row of the shield's own effect.

        None if the row of the rival's sword says what the shield stopped.
        """
        early = 0 if self._phase is None else self._phase["preempt"][self._seat]
        if early:
            return self._clash(SHIELD, Fate.HIT, f"strikes back for {early}", "early")
        if self._theirs[SWORD] and self._rivals is not None:
            return None
        return self._clash(SHIELD, Fate.IDLE, "no sword to stop")

    def _clash(
        self, die: int, fate: Fate, text: str, why: str = "", met: int | None = None
    ) -> Clash:
        source = self._line(die, self._own[die], self._seat, is_kept=fate is not Fate.LOST)
        target: Line = ()
        if met is not None:
            target = self._line(met, self._theirs[met], 1 - self._seat, is_kept=True)
        return Clash(self._seat == 0, source, target, fate, text, why)

    def _line(self, die: int, value: int, seat: int, *, is_kept: bool) -> Line:
        style = player_style(seat) if is_kept else Style.FAINT
        measure = Dice((value,), self._sides[die], (is_kept,))
        return (Span(f"{_NAMES[die]} ", Style.STRONG), Span(str(value), style, "", measure))
