"""A bot for Dice Adventure that shares what it finds, and fights with its party (DA-9.3).

It follows DA-9.3 exactly, except for three things. A member before a rock that it can't break alone
calls for help with its own letter and waits, and a member that can break the rock together with the
caller comes. Without that, a Dwarf whose shrine is behind rocks fails until the level's cap on
rounds, which costs about one hard level in eight. While the bot does not know the shrine of a
member without a key, it goes on exploring instead of waiting at the tower. And the bot waits on the
tower, not next to it, because a member that stands there when the last key is found clears the
level (DA-5.10).
"""

from __future__ import annotations

from fractions import Fraction

from referee_bots.dice_adventure.knowledge import TOWER, Knowledge
from referee_bots.dice_adventure.party_bot import PartyBot
from referee_bots.dice_adventure.paths import Cell, Travel, around, steps_between, travel
from referee_bots.dice_adventure.seeker_bot import (
    entering_cost,
    nearest_unexplored,
    until_unexplored,
)
from referee_bots.dice_adventure.view import ROCK, Ping, View
from referee_bots.seeded import run_seeded

__all__ = ["PartnerBot"]

FAIR = Fraction(1, 2)
"""Least probability of success with which the bot starts a fight, that is, an encounter with a rock
or a monster.
"""
EARSHOT = 3
"""Highest number of steps from a fight at which a teammate counts as near, so that the bot waits
for it.
"""
PATIENCE = 2
"""Number of rounds for which the bot waits for a teammate before a bad fight."""
DETOUR = 6
"""Number of rounds for which the bot treats a rock as a wall if nobody has helped with it, and
least number of rounds between two calls for help with the same rock.
"""
ERRAND = 8
"""Highest number of steps to a rock at which a teammate waits for help. A member that still seeks
its own shrine helps with such a rock first, and ignores rocks that are farther away.
"""


class PartnerBot(PartyBot):
    """Bot for Dice Adventure that plays as a member of a team."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._level = -1
        self._knowledge = Knowledge(0, "")
        self._pinged_in = 0
        self._waited = 0
        self._avoided: dict[Cell, int] = {}
        self._called: dict[Cell, int] = {}

    def pings(self, view: View) -> list[Ping]:
        """Return a ping that marks a new target, or that calls for help with a rock.

        The list has at most one ping in each round. It is empty if there is nothing to say or the
        ping costs more action points than are left.
        """
        self._look(view)
        if self._pinged_in == view.round or view.ap < self.facts.ping_cost:
            return []
        ping = self._knowledge.news(view) or self._call(view)
        if ping is None:
            return []
        self._pinged_in = view.round
        return [ping]

    def plan(self, view: View) -> list[str]:
        """Return the steps of this round towards the bot's goal: U, D, L, R, or W to wait (DA-4.6).

        If a fight on the path would probably be lost and a teammate could help, the steps end
        before it, and the bot waits there for at most `PATIENCE` rounds.
        """
        self._look(view)
        path = until_unexplored(view, self._path(view))
        # The path ends at its first unexplored cell: further steps would be planned blindly.
        fight = self._bad_fight(view, path)
        if fight is not None and self._waited < PATIENCE:
            # Walk up to the cell before the fight, and wait there.
            path = path[:fight]
            self._waited = 0 if path else self._waited + 1
        else:
            self._waited = 0
            if fight is not None and self._is_hopeless(view, path[fight]):
                # Nobody has come: look for a way around, and call again later.
                self._avoided[path[fight]] = view.round + DETOUR
                path = until_unexplored(view, self._path(view))
        return steps_between(view.at, path)

    def _look(self, view: View) -> None:
        if view.level != self._level:  # what is known outlives a restart, as the map stays the same
            self._level = view.level
            self._knowledge = Knowledge(view.member, self.facts.symbols)
            self._pinged_in = self._waited = 0
            self._avoided, self._called = {}, {}
        self._knowledge.update(view)

    def _call(self, view: View) -> Ping | None:
        """Return a ping that calls for help with a rock that blocks the next step.

        Return None if none is needed.
        """
        path = [] if view.has_key else self._path(view)
        if not path or not self._is_hopeless(view, path[0]):
            return None
        if view.round < self._called.get(path[0], -DETOUR) + DETOUR:
            return None
        self._called[path[0]] = view.round
        return self._knowledge.call(path[0])

    def _path(self, view: View) -> list[Cell]:
        def cost(cell: Cell) -> int | None:
            is_avoided = view.round <= self._avoided.get(cell, 0)
            return None if is_avoided else entering_cost(view, cell)

        ways = travel(view.at, cost)
        goal = self._goal(view, ways)
        return [] if goal is None else ways.path_to(goal)

    def _goal(self, view: View, ways: Travel) -> Cell | None:
        """Return the cell to go to; None if there is no goal left.

        Without its key, the bot goes to its own shrine; while that is unknown, to a near rock where
        a teammate needs help, or else to an unexplored cell. With its key, it goes to a rock where
        a teammate needs help, or to unexplored cells while the shrine of a member without a key is
        unknown, or else to the tower.

        Args:
            view: The bot's present view of the level.
            ways: Cheapest paths from the bot's cell.
        """
        targets = self._knowledge.targets
        unexplored = nearest_unexplored(view, ways)
        shrine, tower = targets.get(view.member), targets.get(TOWER)
        if not view.has_key:
            if shrine in ways.costs:
                return shrine
            return self._rock_to_break(view, ways, ERRAND) or unexplored
        if not view.all_keys:
            rock = self._rock_to_break(view, ways)
            if rock is not None:
                return rock
            seekers = (member for member, seen in enumerate(view.party) if not seen.key)
            if unexplored is not None and any(member not in targets for member in seekers):
                return unexplored
        return tower if tower in ways.costs else unexplored

    def _rock_to_break(self, view: View, ways: Travel, most: int | None = None) -> Cell | None:
        """Return the nearest rock with which a teammate needs help; None if there is none.

        Only rocks count that the two can break together.

        Args:
            view: The bot's present view of the level.
            ways: Cheapest paths from the bot's cell.
            most: Highest number of steps to the rock; None means any number.
        """
        rocks = [
            rock
            for caller, rock in self._knowledge.calls.items()
            if rock in ways.costs
            and (most is None or len(ways.path_to(rock)) <= most)
            and self._can_break(view, rock, caller)
        ]
        return min(rocks, key=ways.costs.__getitem__, default=None)

    def _is_hopeless(self, view: View, cell: Cell) -> bool:
        """Return whether `view` shows a rock in a cell that the bot's own member can't break alone."""
        code = view.codes.get(cell, "")
        return code.startswith(ROCK) and self.facts.chance([view.member], [code]) == 0

    def _can_break(self, view: View, rock: Cell, caller: int) -> bool:
        """Return whether the bot's own member and the caller for help can break a rock together.

        Return True if the bot has not seen the rock yet.

        Args:
            view: The bot's present view of the level.
            rock: Cell of the rock.
            caller: Index of the member that called for help.
        """
        code = view.codes.get(rock)
        return code is None or self.facts.chance([view.member, caller], [code]) > 0

    def _bad_fight(self, view: View, path: list[Cell]) -> int | None:
        """Return the index in the path of the first rock or monster before which the bot should wait.

        Return None if there is none.

        The bot waits if three things hold: alone it succeeds with a probability below `FAIR`; a
        teammate is near, or the bot can't succeed alone at all; and together with the members that
        already are next to the piece the probability is still too low.
        """
        mates = [
            (member, seen.at)
            for member, seen in enumerate(view.party)
            if member != view.member and seen.at is not None
        ]
        for place, cell in enumerate(path):
            code = view.codes.get(cell, "")
            foes = [code] if code.startswith(ROCK) else view.monsters.get(cell)
            if not foes or self.facts.chance([view.member], foes) >= FAIR:
                continue
            is_hopeless = self._is_hopeless(view, cell)
            if not is_hopeless and all(_steps(at, cell) > EARSHOT for _, at in mates):
                continue
            helpers = [member for member, at in mates if at in around(cell)]
            # The members next to the piece fight as well, so that they count towards the chance.
            joint = self.facts.chance([view.member, *helpers], foes)
            is_worth = joint >= FAIR or (is_hopeless and joint > 0)  # a rock hurts nobody
            if place > 0 or not is_worth:
                return place
        return None


def _steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


if __name__ == "__main__":
    run_seeded(PartnerBot)
