"""Rows of Champions: the matches that the referee plays, in columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.core.config import parse_config
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.games import registry
from referee.games.champions import columns as c
from referee.games.champions.rows import ChampionsRows
from referee.games.champions.simulation import choose_all
from referee.games.champions.wire.actions import Action, Battle, Equip, Fighter, Loot, Move
from referee.kit.rollout.columns import Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Rows
from referee.kit.rollout.saved import Into
from tests.games.champions.odd_actions import odd_action
from tests.helpers.rollouts import column, step_both

ROWS = 3
PLUGIN = registry.find("champions")
FAST = {"stage_lengths": [2, 2, 2], "max_rounds": 5}


class _Plain(LoopRows):
    """Rows as any game has them, whose matches a test looks at."""

    @property
    def states(self) -> list[Any]:
        """The matches."""
        return self._states


def _both(
    plugin: AnyPlugin, values: dict[str, Any], num_seats: int, **options: Any
) -> tuple[Rollout, Rollout]:
    config = parse_config(plugin.game.config_class, values)
    size = {"num_rows": ROWS, "num_seats": num_seats}
    quick = Rollout(start_rows(plugin, config, **size), seed=5, **options)
    plain = Rollout(_Plain(plugin, config, **size), seed=5, **options)
    return quick, plain


def _numbers(action: Action, phase: int) -> list[int]:
    """Return an action as an order in numbers."""
    body = (Move, Loot, Equip, Battle)[phase]
    if not isinstance(action, body):
        return [-1 - phase]
    match action:
        case Move():
            return [0, *action]
        case Loot(categories):
            return [len(categories), *categories]
        case Equip(orders):
            return [len(orders), *(number for order in orders for number in order)]
        case Battle(fighters):
            entries = [number for fighter in fighters for number in _fighter(fighter)]
            return [len(fighters), *entries]
    raise AssertionError(action)


def _fighter(fighter: Fighter) -> list[int]:
    battle = -1 if fighter.battle is None else fighter.battle
    if fighter.battle is not None and battle < 0:
        battle = -7
    numbers = [battle, fighter.champion, len(fighter.actions)]
    for action in fighter.actions[:4]:
        prefs = [*action.prefs[:4], *[9] * (4 - len(action.prefs))]
        numbers += [action.action, action.target, len(action.prefs), *prefs]
    return numbers + [9] * (31 - len(numbers))


def _states(plain: Rollout) -> list[Any]:
    assert isinstance(plain.rows, _Plain)
    return plain.rows.states


def _orders(
    plugin: AnyPlugin, states: list[Any], num_seats: int, dice: Stream, oddity: int
) -> tuple[Any, Ragged, Any]:
    """Return orders in both forms, and who has given one; one value in so many is wrong."""
    orders = np.full((ROWS, num_seats, c.GIVEN_WIDTH), 9, np.int16)
    answered = np.ones((ROWS, num_seats), np.bool_)
    parts = [b"\x00 nobody asks for this"] * (ROWS * num_seats)
    for row, state in enumerate(states):
        match, phase = plugin.game.plain_state(state), int(state.match[c.PHASE])
        decision = plugin.game.decision(state)
        for seat in decision.seats if decision else ():
            value = odd_action(match, seat, dice, oddity=oddity)
            if value is None:
                answered[row, seat] = False
                continue
            # As it comes back from the wire, where a number may be too large for it.
            part = plugin.codec.encode_action(plugin.game.parse_action(value))
            parts[row * num_seats + seat] = part
            numbers = _numbers(plugin.codec.decode_action(part), phase)[: c.GIVEN_WIDTH]
            orders[row, seat, : len(numbers)] = np.clip(numbers, -(2**15), 2**15 - 1)
    return orders, Ragged.of(parts), answered


@pytest.mark.parametrize(
    ("version", "num_seats", "oddity", "autoreset"),
    [
        (2, 16, 12, Autoreset.NEXT_STEP),
        (2, 5, 4, Autoreset.SAME_STEP),
        (1, 2, 40, Autoreset.SAME_STEP),
        (2, 3, 0, Autoreset.NEXT_STEP),
    ],
)
def test_orders_play_the_match_that_the_game_plays(
    version: int, num_seats: int, oddity: int, autoreset: Autoreset
) -> None:
    """Every column and every step, orders of all sorts, some of them late, over several episodes."""
    plugin = PLUGIN.at(version)
    values = FAST if version == 2 else {"max_rounds": 4}
    quick, plain = _both(plugin, values, num_seats, autoreset=autoreset)
    known = [each.name for each in plain.columns]
    assert [each.name for each in quick.columns] == known
    names = [each.name for each in quick.columns if not each.is_ragged]
    dice = Stream(9)
    refused = 0
    sights = [each.name for each in quick.columns if each.is_ragged]
    for _ in range(45):
        orders, messages, answered = _orders(plugin, _states(plain), num_seats, dice, oddity)
        mine = {"order": orders, "answered": answered}
        theirs = {"message": messages, "answered": answered}
        refused += step_both(quick, plain, mine, theirs, names).refused.sum()
        for name in sights:
            assert _parts(column(quick, name)) == _parts(column(plain, name))
    assert refused > 0
    assert column(quick, "episode").min() > 0


def _parts(ragged: Ragged) -> list[bytes]:
    return [ragged[place] for place in range(len(ragged.offsets) - 1)]


def test_messages_play_the_match_that_the_game_plays() -> None:
    """As bots send them; what is no message of the game counts as one part that is refused."""
    quick, plain = _both(PLUGIN, FAST, 4)
    names = [each.name for each in quick.columns if not each.is_ragged]
    dice, unread = Stream(4), 0
    for point in range(40):
        _, messages, answered = _orders(PLUGIN, _states(plain), 4, dice, 6)
        parts = _parts(messages)
        if point % 3 == 0:
            parts[5], answered[1, 1] = b"\xff", True
        actions = {"message": Ragged.of(parts), "answered": answered}
        is_asked = quick.asked()[1, 1]
        step = step_both(quick, plain, actions, actions, names)
        if point % 3 == 0 and is_asked:
            assert step.refused[1, 1] == 1
            unread += 1
    assert unread > 0


def test_any_numbers_are_an_order() -> None:
    """Whatever is in it, the match goes on, a seat's parts are told up to 32 and whether there are more."""
    quick, _ = _both(PLUGIN, FAST, 5)
    rng = np.random.default_rng(8)
    most = 0
    for point in range(60):
        low, high = ((-(2**15), 2**15), (-3, 9))[point % 2]
        orders = rng.integers(low, high, (ROWS, 5, c.GIVEN_WIDTH)).astype(np.int16)
        orders[..., 0] = abs(orders[..., 0]) if point % 3 else 8
        most = max(most, int(quick.step({"order": orders}).refused.max()))
        assert (column(quick, "me.champions.health") <= (100, 85, 80, 85)).all()
    assert most == 33
    assert column(quick, "episode").min() > 0


def test_strict_an_order_that_is_refused_changes_nothing() -> None:
    """As in any game; the digests say so."""
    quick, _ = _both(PLUGIN, {}, 3, strict=True)
    before = column(quick, "digest")
    orders = np.zeros((ROWS, 3, c.GIVEN_WIDTH), np.int16)
    orders[1, 2, 1] = 2
    with pytest.raises(Exception, match=r"^action of seat 2 in row 1 must be legal"):
        quick.step({"order": orders})
    assert (column(quick, "digest") == before).all()
    orders[1, 2, 1] = 0
    orders.flags.writeable = False  # as it comes from the wire
    quick.step({"order": orders})
    assert (column(quick, "digest") != before).any()
    assert column(quick, "phase").tolist() == [c.LOOT] * ROWS


def test_some_rows_are_seen_as_all_are() -> None:
    """In the order in which they are named, and what was told stays as it is."""
    quick, _ = _both(PLUGIN, {}, 16)
    names = [each.name for each in quick.rows.observed if not each.is_ragged]
    orders = np.zeros((ROWS, 16, c.GIVEN_WIDTH), np.int16)
    orders[..., 0] = 3
    for _ in range(3):
        quick.step({"order": orders})
    all_, some = quick.observe(names), quick.observe(names, np.array([2, 0]))
    kept = [np.array(values) for values in all_]
    for one, other in zip(kept, some, strict=True):
        assert one[[2, 0]].tolist() == np.array(other).tolist()
    for _ in range(6):  # more often than there are arrays to use again
        quick.step({"order": orders})
        seen = quick.observe(names)
    for values, as_told in zip(all_, kept, strict=True):
        assert np.array(values).tolist() == as_told.tolist()
    stash = np.array(seen[names.index("me.stash.count")])
    assert (stash > np.array(all_[names.index("me.stash.count")])).any()


def test_orders_at_random_are_legal_and_those_of_the_game() -> None:
    """The same dice choose what `Game.random_action` does, and nothing of it is refused."""
    quick, plain = _both(PLUGIN, FAST, 6)
    assert isinstance(quick.rows, ChampionsRows)
    dice, same_dice = Stream(3), Stream(3)
    orders = np.zeros((ROWS, 6, c.GIVEN_WIDTH), np.int16)
    for _ in range(30):
        parts = [b""] * (ROWS * 6)
        for row, state in enumerate(_states(plain)):
            decision = PLUGIN.game.decision(state)
            for seat in decision.seats if decision else ():
                action = PLUGIN.game.random_action(state, seat, same_dice)
                parts[row * 6 + seat] = PLUGIN.codec.encode_action(action)
        assert choose_all(quick.rows.state, dice, orders) == quick.asked().sum()
        step = step_both(quick, plain, {"order": orders}, {"message": Ragged.of(parts)}, ["digest"])
        assert not step.refused.any()


def _beside(values: dict[str, Any], num_seats: int) -> tuple[Rows, _Plain]:
    config = parse_config(PLUGIN.game.config_class, values)
    size = {"num_rows": ROWS, "num_seats": num_seats}
    return start_rows(PLUGIN, config, **size), _Plain(PLUGIN, config, **size)


@pytest.mark.parametrize("column_name", ["order", "message"])
@pytest.mark.parametrize(
    ("name", "num_seats"),
    [("random", 5), ("tactician", 3)],
)
def test_opponents_play_the_match_that_they_play_in_any_game(
    name: str, num_seats: int, column_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where they listen, where they act alone, and where rows go on from what was saved."""
    own, loop = _beside(FAST, num_seats)
    opponents = dict.fromkeys(range(1, num_seats), name)
    quick, plain = (Rollout(rows, seed=6, opponents=opponents) for rows in (own, loop))
    assert quick.rows.num_seats == num_seats
    dice, alone, kept = Stream(8), 0, None
    step_some = own.step_some

    def counting(rows: Any, actions: Any) -> None:
        nonlocal alone
        alone += len(rows)
        step_some(rows, actions)

    monkeypatch.setattr(own, "step_some", counting)
    for point in range(36):
        orders, messages, answered = _orders(PLUGIN, loop.states, num_seats, dice, 9)
        theirs = {"message": messages, "answered": answered}
        mine = theirs if column_name == "message" else {"order": orders, "answered": answered}
        step_both(quick, plain, mine, theirs, ["digest", "asked", "episode"])
        if point == 9:
            kept = quick.snapshot(), plain.snapshot()
        if point in (15, 24):
            assert kept is not None
            seeds, places = np.array([point, 4, 5], np.uint64), np.array([2, 2, 0])
            for rollout, snapshot in zip((quick, plain), kept, strict=True):
                rollout.restore(snapshot, seeds, places=places)
            assert column(quick, "digest").tolist() == column(plain, "digest").tolist()
    assert alone > 0
    assert column(quick, "episode").min() > 0


def test_seats_that_are_listened_for_are_told_what_they_are_in_any_game() -> None:
    """Whether they ask at once or after several steps; what they have not heard is saved along."""
    own, loop = _beside(FAST, 4)
    both = own, loop
    rows, seeds = np.arange(ROWS), np.array([7, 8, 9], np.uint64)
    for each in both:
        each.collect_events([0])
        each.collect_events([3])
        each.begin(rows, seeds)
    dice, told, kept, when_saved = Stream(2), 0, None, list[list[bytes]]()
    for point in range(20):
        _, messages, answered = _orders(PLUGIN, loop.states, 4, dice, 7)
        actions: dict[str, Any] = {"message": messages, "answered": answered}
        assert own.refused(actions).tolist() == loop.refused(actions).tolist()
        for each in both:
            if point % 4 == 3:
                each.step_some(np.array([2, 0]), actions)
            else:
                each.step(actions)
        if point == 6:
            kept = [each.saved(rows) for each in both]
        if point == 9:
            assert kept is not None
            for each, saved in zip(both, kept, strict=True):
                each.put_saved(saved, Into(rows, np.array([1, 0, 1]), seeds))
        for row in rows.tolist() if point % 3 != 1 else ():
            heard = [[each.take_events(row, seat) for seat in (0, 3)] for each in both]
            assert heard[0] == heard[1]
            told += len(heard[0][0])
            if point == 6:
                when_saved.append(heard[0])
            if point == 9:
                assert heard[0] == when_saved[[1, 0, 1][row]]
        if point == 16:
            for each in both:
                each.begin(np.array([1]), np.array([5], np.uint64))
    assert told > 0


def test_an_order_with_more_entries_than_are_counted_is_refused_as_often() -> None:
    """A message may have more than a number of 16 bits can say."""
    own, loop = _beside(FAST, 2)
    for each in (own, loop):
        each.begin(np.arange(ROWS), np.arange(ROWS).astype(np.uint64))
    answered = np.ones((ROWS, 2), np.bool_)
    long = PLUGIN.codec.encode_action(Loot((0,) * 40_000))
    move = PLUGIN.codec.encode_action(Move(0, 0))
    for message, refused in ((move, 0), (long, 33)):
        messages = Ragged.of([message] * ROWS * 2)
        actions: dict[str, Any] = {"message": messages, "answered": answered}
        for each in (own, loop):
            assert each.step(actions).tolist() == [[refused] * 2] * ROWS
    assert [own.digest(row) for row in range(ROWS)] == [loop.digest(row) for row in range(ROWS)]
