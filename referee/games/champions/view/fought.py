"""Fights of a step of Champions as short sentences: which seats fought, which champions fell, health lost."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from referee.core.scene import Line, Span
from referee.core.view import Fields
from referee.games.champions.view.fight_view import by_battle, sides_of
from referee.games.champions.view.seats_view import Healths
from referee.games.champions.view.words import as_line, champions, together

__all__ = ["Fight", "fight_line", "fights_of", "short_line"]


@dataclasses.dataclass(frozen=True, slots=True)
class Fight:
    """A fight between two seats in one round. Tuples have an entry for each side, side A first."""

    battle: int
    """Number of the battle within the round, as in its BattleTurn messages."""
    sides: tuple[int, ...]
    """Indices of the two seats."""
    fallen: tuple[tuple[int, ...], ...]
    """Types (indices) of the champions that each side has lost in this fight, ascending."""
    losses: tuple[int | None, ...]
    """Health points that each side has lost, 0 or more; None if the viewer does not know the health
    before."""

    @property
    def num_fallen(self) -> int:
        """Number of champions of both sides that fell."""
        return sum(map(len, self.fallen))


def fights_of(turns: Sequence[Fields], before: Healths) -> list[Fight]:
    """Return the fights of a step, those with the most fallen first.

    Args:
        turns: BattleTurn messages of all battles; those of one battle in order.
        before: Health before the step by seat and champion, as far as the viewer knows it.
    """
    fights = []
    for battle, told in by_battle(turns).items():
        sides = sides_of(told[0])
        after: dict[int, dict[int, int]] = {seat: {} for seat in sides}
        for one in told[-1]["healths"]:
            after[one["fighter"]["seat"]][one["fighter"]["champion"]] = one["health"]
        fallen = tuple(
            tuple(champion for champion, health in sorted(after[seat].items()) if not health)
            for seat in sides
        )
        losses = tuple(_loss(before.get(seat, {}), after[seat]) for seat in sides)
        fights.append(Fight(battle, sides, fallen, losses))
    return sorted(
        fights, key=lambda one: (-one.num_fallen, -sum(map(bool, one.losses)), one.battle)
    )


def _loss(before: Mapping[int, int], after: Mapping[int, int]) -> int | None:
    if not all(champion in before for champion in after):
        return None
    return max(0, sum(before[champion] - health for champion, health in after.items()))


def fight_line(fight: Fight, ended: Collection[int], names: Sequence[Span]) -> Line:
    """Return the result of a fight as a clause without capital letter and full stop.

    Args:
        fight: The fight.
        ended: Seats that lost their last champions in this fight, and are out of the match.
        names: Name of each seat.
    """
    one, other = (names[seat] for seat in fight.sides)
    if all(seat in ended for seat in fight.sides):
        return as_line(
            one, " and ", other, " strike down each other's last champions: both are out"
        )
    if not fight.num_fallen:
        return as_line("nobody falls between ", one, " and ", other, *_costs(fight, names))
    winner, loser = _order(fight, ended)
    won, lost = names[fight.sides[winner]], names[fight.sides[loser]]
    mine, theirs = fight.fallen[winner], fight.fallen[loser]
    is_last = fight.sides[loser] in ended
    if len(mine) == len(theirs) and not is_last:
        return as_line(_trade(fight, names), ": an even trade")
    cost = f"loses its {champions(mine)}" if mine else _cost(fight.losses[winner])
    last = ", its last champion" + "s" * (len(theirs) != 1) if is_last else ""
    spans = [*as_line(won, " strikes down ", lost, f"'s {champions(theirs)}{last}")]
    if cost:
        spans.append(Span(f"{',' * is_last} and {cost}"))
    return as_line(tuple(spans), *((": ", lost, " is out") if is_last else ()))


def short_line(fight: Fight, names: Sequence[Span]) -> Line:
    """Return the result of a fight for a headline: the side that did better, and the other side's fallen champions."""
    one, other = (names[seat] for seat in fight.sides)
    if not fight.num_fallen:
        return as_line(together((one, other)), " fight, nobody falls")
    winner, loser = _order(fight, ())
    mine, theirs = fight.fallen[winner], fight.fallen[loser]
    if len(mine) == len(theirs):
        return _trade(fight, names)
    won, lost = names[fight.sides[winner]], names[fight.sides[loser]]
    return as_line(won, " strikes down ", lost, f"'s {champions(theirs)}")


def _trade(fight: Fight, names: Sequence[Span]) -> Line:
    """Return a clause with the champions that each side has lost, for sides with equally many losses."""
    one, other = (names[seat] for seat in fight.sides)
    first, second = map(champions, fight.fallen)
    if first == second:
        return as_line(one, " and ", other, f" each lose their {first}")
    return as_line(one, f" loses its {first}, ", other, f" its {second}")


def _order(fight: Fight, ended: Collection[int]) -> tuple[int, int]:
    """Return the index (0 or 1) of the side that did better, then that of the other side.

    A side that is still in play is better than one that is out (in `ended`), else the side with
    fewer fallen champions.
    """
    first, second = ((seat in ended, len(lost)) for seat, lost in _by_side(fight))
    return (0, 1) if first <= second else (1, 0)


def _by_side(fight: Fight) -> zip[tuple[int, tuple[int, ...]]]:
    return zip(fight.sides, fight.fallen, strict=True)


def _cost(loss: int | None) -> str:
    if loss is None:
        return ""
    return f"loses {loss} health" if loss else "loses no health"


def _costs(fight: Fight, names: Sequence[Span]) -> tuple[str | Span, ...]:
    """Return the health that each side lost in a fight without fallen champions, as the second half of a sentence.

    Empty if the viewer does not know the loss of one side.
    """
    if None in fight.losses:
        return ()
    hurt = [
        (names[seat], loss) for seat, loss in zip(fight.sides, fight.losses, strict=True) if loss
    ]
    match hurt:
        case []:
            return (", and no health is lost",)
        case [(name, loss)]:
            return ("; ", name, f" loses {loss} health")
    (one, first), (other, second) = hurt
    return ("; ", one, f" loses {first} health and ", other, f" {second}")
