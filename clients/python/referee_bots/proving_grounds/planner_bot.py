"""A bot for Proving Grounds that simulates fights before it enters them (PG-9.3).

Its group goes where it would win without a death by simulated fights, and rests or cures until it
would. If nothing else is left, the group wears a Dragon down over several turns. Its Thieves act
alone. It walks gems home, and trades, bids and hires by the public totals. Late in the game it
spends no gold.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamereferee.games.proving_grounds.v1 import proving_grounds_pb2 as wire
from referee_bots.proving_grounds.board import Board
from referee_bots.proving_grounds.gear import equip, would_help
from referee_bots.proving_grounds.groups import Group, follow, gather, heal
from referee_bots.proving_grounds.kinds import Kinds, accept, bid_on_boards, kinds_of, offer
from referee_bots.proving_grounds.party_bot import Commands, PartyBot
from referee_bots.proving_grounds.prospects import Prospect, prospects
from referee_bots.proving_grounds.tables import CLASSES, ITEMS
from referee_bots.proving_grounds.thieving import Rogues
from referee_bots.seeded import run_seeded
from referee_client import Match

__all__ = ["PlannerBot"]

THRIFT = 20
"""Last turn in which the bot may spend gold on anything but bids for places on boards (rankings of
the seats); hires and purchases end earlier, with `HIRING`.
"""
HIRING = 12
"""Last turn in which the bot hires heroes or buys items: a hero hired later hardly earns the
price."""
GOOD, SAFE = 0.75, 0.9
"""Least share of simulated fights that the heroes win without a death, and least share without a
death of theirs, won or not, for a room to be worth a fight.
"""
HARM = 6.0
"""Least mean number of hit points that an attack must take from a foe that the group (the heroes
that move together) wears down over several turns.
"""
FAIR = 0.75
"""Least share of simulated fights without the death of an own hero for an attack on a foe that the
group (the heroes that move together) wears down over several turns.
"""
HALE = 0.85
"""Share of the hit points of the group (the heroes that move together); below this share the group
waits to recover.
"""
DEATH = 30.0
"""Cost of an own hero's death, in gold."""
STEP = 0.2
"""Cost of each further step of a path, in gold."""
RICH = 2
"""Number of gems that a hero must carry at least for a walk home to be worth it."""
SHUNNED = 2
"""Number of turns for which the bot avoids a room after the referee refused a move into it."""
MOST_THIEVES = 2
"""Highest number of Thieves in the party: the bot hires none beyond this number."""
ENOUGH = 3
"""Number of heroes that are no Thieves; while the seat has fewer, its Thieves stay in the group."""


class PlannerBot(PartyBot):
    """Bot for Proving Grounds that plans by simulated fights."""

    def on_start(self, match: Match) -> None:
        """Begin the match with no orders sent and no rooms to avoid."""
        super().on_start(match)
        self._turn = 0
        self._sent: list[wire.HeroOrder] = []
        self._shunned: dict[int, int] = {}

    def on_events(self, _match: Match, events: wire.Events) -> None:
        """Remember the rooms into which moves were refused, to avoid them for some turns."""
        for event in events.events:
            # Results name an order by its place in the message, so that `_sent` has to be exactly
            # what was sent last.
            told = event.result
            if event.WhichOneof("body") != "result" or told.part != wire.ORDER_LIST_HEROES:
                continue
            if told.code != wire.CODE_OK and told.place < len(self._sent):
                path = self._sent[told.place].move.path
                if path:
                    self._shunned[path[-1]] = self._turn + SHUNNED

    def act(self, observation: wire.Observation) -> wire.Action:
        """Return the decision of `PartyBot.act`, and remember the orders for `on_events`."""
        self._turn = observation.turn
        action = super().act(observation)
        self._sent = list(action.orders.heroes)
        return action

    def command(self, board: Board, commands: Commands) -> None:
        """Add all orders of a turn to `commands`.

        The order is equipment, expenses, a deposit, trades, the group's orders, then the Thieves'.
        The group is the heroes that move together; Thieves act alone.
        """
        kinds = kinds_of(board)
        equip(board, commands)
        self._spend(board, kinds, commands)
        _deposit(board, commands)
        accept(board, kinds, commands)
        heroes = board.seen.own.heroes
        core = [hero for hero in heroes if hero.hero_class != wire.HERO_CLASS_THIEF]
        if len(core) < ENOUGH:
            core = list(heroes)
        group = gather(core)
        hard: frozenset[int] = frozenset()
        if group is not None:
            thieves = [hero for hero in heroes if hero not in core]
            _hand_over(board, kinds, group, thieves, commands)
            follow(board, group, commands)
            hard = self._lead(board, kinds, group, commands)
            offer(board, kinds, group.members, commands)
        rogues = Rogues(board, commands, strong=kinds.strong, hard=hard)
        rogues.command([hero for hero in heroes if hero.hero_class == wire.HERO_CLASS_THIEF])

    # The group.

    def _lead(self, board: Board, kinds: Kinds, group: Group, commands: Commands) -> frozenset[int]:
        """Order the group to move into the best room by `prospects`, or to stay and be cured.

        `prospects` rates the rooms in reach. Return the rooms where the group would win too few
        simulated fights, from which Thieves may steal.

        Args:
            board: The dungeon in this turn.
            kinds: Gems of the seat and its rivals.
            group: Heroes that move together.
            commands: Orders of the turn, to which the group's are added.
        """
        ready = [hero for hero in group.members if hero.hero not in commands.actions]
        shunned = frozenset(room for room, turn in self._shunned.items() if turn >= self._turn)
        found = prospects(
            board,
            ready,
            group.room,
            self.random,
            shunned=shunned,
            cap=self.config.combat_round_cap,
        )
        chosen = _choose(found, group)
        if chosen is not None:
            # The blessing goes first: `act` and `move` keep a hero's first action, so that the
            # Cleric is not sent along below.
            if chosen.stays is not None:
                commands.act(wire.HeroOrder(hero=chosen.stays, bless=wire.Bless()))
            for hero in ready:
                commands.move(hero.hero, chosen.way)
        else:
            if kinds.is_leading and _carried(ready) >= RICH:
                _walk_home(board, ready, commands)
            heal(board, group.members, commands, lightly=False)
        # Thieves may steal where the group does not fight, and only there.
        return frozenset(one.room for one in found if one.chance.clean < GOOD)

    # Money.

    def _spend(self, board: Board, kinds: Kinds, commands: Commands) -> None:
        """Add bids for the boards to `commands`, and early in the match purchases.

        Boards are rankings of the seats. Purchases, in turns up to `HIRING`, are a bid for a hero
        and one item from the market.
        """
        seen = board.seen
        gold = bid_on_boards(board, kinds, board.gold, commands)
        if seen.turn > THRIFT:
            return
        thieves = sum(hero.hero_class == wire.HERO_CLASS_THIEF for hero in seen.own.heroes)
        if seen.turn <= HIRING and len(seen.own.heroes) < self.config.max_heroes:
            wanted = [
                one
                for one in seen.candidates
                if one.hero_class in CLASSES
                and (one.hero_class != wire.HERO_CLASS_THIEF or thieves < MOST_THIEVES)
                and (one.hero_class == wire.HERO_CLASS_THIEF or len(seen.own.heroes) < ENOUGH)
            ]
            for one in wanted[:1]:
                bid = CLASSES[one.hero_class].price + self.random.randrange(3)
                if bid <= gold:
                    commands.hire.append(wire.HireBid(candidate=one.candidate, gold=bid))
                    gold -= bid
        if seen.turn <= HIRING:
            _buy(seen, gold // 2, commands)


def _buy(seen: wire.Observation, gold: int, commands: Commands) -> None:
    """Add the purchase of one item to `commands`: the dearest that would help a hero.

    It must be in the market and cost no more than `gold`.
    """
    helpful = [
        slot
        for slot in seen.market
        if slot.item in ITEMS
        and ITEMS[slot.item].gold <= gold
        and any(would_help(hero, slot.item) for hero in seen.own.heroes)
    ]
    if helpful:
        best = max(helpful, key=lambda slot: (ITEMS[slot.item].gold, -slot.slot))
        commands.buy.append(best.slot)


def _choose(found: Sequence[Prospect], group: Group) -> Prospect | None:
    """Return the room to which the group of heroes should go, or None to stay.

    It is the best of the rooms with good odds (`GOOD`, `SAFE`). If there is none and the group is
    healthy (`HALE`), it is the room where an attack takes the most hit points from creatures, to
    wear them down over several turns.

    Args:
        found: Rooms to which the group can go.
        group: The group.
    """
    good = [one for one in found if one.chance.clean >= GOOD and one.chance.safe >= SAFE]
    if good:
        return max(good, key=_gain)
    if group.health < HALE:
        return None
    harmful = [
        one
        for one in found
        if one.chance.safe >= FAIR and one.chance.harm >= HARM and not one.is_raid
    ]
    return max(harmful, key=lambda one: (one.chance.harm, _gain(one)), default=None)


def _gain(one: Prospect) -> float:
    return one.chance.clean * one.reward - (1 - one.chance.safe) * DEATH - STEP * len(one.way)


# Gems.


def _carried(heroes: Sequence[wire.Hero]) -> int:
    return sum(sum(hero.gems) for hero in heroes)


def _deposit(board: Board, commands: Commands) -> None:
    """Add orders to `commands` that put gems of heroes in the own entry room into the vault.

    Gems are safe there.
    """
    for hero in board.seen.own.heroes:
        if hero.room == board.home and any(hero.gems):
            deposit = wire.Deposit(gems=hero.gems)
            commands.free.append(wire.HeroOrder(hero=hero.hero, deposit=deposit))


def _hand_over(
    board: Board,
    kinds: Kinds,
    group: Group,
    thieves: Sequence[wire.Hero],
    commands: Commands,
) -> None:
    """Pass the group's gems to a Thief in its room, and send the Thief home with them.

    This is done only if the seat leads in the kind of which it has most gems, the group carries at
    least `RICH` gems, and one move is enough for the way home. Without a Thief in the room, one
    that is near is called there.

    Args:
        board: The dungeon in this turn.
        kinds: Gems of the seat and its rivals.
        group: Heroes that move together.
        thieves: Thieves of the seat.
        commands: Orders of the turn, to which these are added.
    """
    bearers = [
        hero for hero in group.members if any(hero.gems) and hero.hero not in commands.actions
    ]  # not those who trade theirs
    if group.room == board.home or not (kinds.is_leading and _carried(bearers) >= RICH):
        return
    near = [thief for thief in thieves if thief.hero not in commands.actions]
    here = [thief for thief in near if thief.room == group.room]
    way = board.reach(group.room).get(board.home)
    if not way:
        return
    if here:
        for bearer in bearers:
            order = wire.HeroOrder(hero=bearer.hero)
            handed = getattr(order, "pass")  # a keyword of Python's
            handed.target = here[0].hero
            handed.gems.extend(bearer.gems)
            commands.free.append(order)
        commands.move(here[0].hero, way)
    elif near:
        walk = board.reach(near[0].room).get(group.room)
        if walk:
            commands.move(near[0].hero, walk)


def _walk_home(board: Board, heroes: Sequence[wire.Hero], commands: Commands) -> None:
    """Send the hero with the most gems home if it has at least `RICH` gems and one move is enough.

    Args:
        board: The dungeon in this turn.
        heroes: Heroes that may be sent.
        commands: Orders of the turn, to which the move is added.
    """
    bearer = max(heroes, key=lambda hero: (sum(hero.gems), -hero.hero))
    way = board.reach(bearer.room).get(board.home)
    if way and sum(bearer.gems) >= RICH:
        commands.move(bearer.hero, way)


if __name__ == "__main__":
    run_seeded(PlannerBot)
