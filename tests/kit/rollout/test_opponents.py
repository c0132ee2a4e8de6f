"""House policies in seats of rows."""

from __future__ import annotations

import copy
import functools
from typing import Any

import numpy as np
import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Config, Observation
from referee.core.errors import FieldError
from referee.core.rng import StreamRandom, draw_each
from referee.games import registry
from referee.kit.rollout import opponents
from referee.kit.rollout.columns import ANSWERED, Ragged
from referee.kit.rollout.loop_rows import LoopRows, start_rows
from referee.kit.rollout.opponents import with_opponents
from referee.kit.rollout.pool_rows import PoolRows
from referee.kit.rollout.rollout import Autoreset, Rollout
from referee.kit.rollout.rows import Rows
from referee_bots import find, names
from referee_bots.asked import AskedBot, array_policy
from referee_bots.seeded import SeededBot
from referee_client import Turn
from tests.helpers.rollouts import column
from tests.helpers.tiers import some
from tests.helpers.toy_bid import SIMULTANEOUS, BidConfig

DICEMAN = registry.find("diceman")
LEGAL: Any = DICEMAN.game.legal_actions(None, 0)
CONFIG = "gamereferee.games.diceman.v1.Config"


def _duels(num_rows: int = 3, **options: Any) -> Rollout:
    config = DICEMAN.game.config_class(games=2)
    rows = start_rows(DICEMAN, config, num_rows=num_rows, num_seats=2)
    return Rollout(rows, seed=7, **options)


def _config(**values: Any) -> tuple[Config, tuple[str, bytes]]:
    codec = DICEMAN.codec
    data = codec.encode_config(DICEMAN.game.config_class(**values))
    return Config.FromString(data), (CONFIG, data)


@pytest.mark.parametrize("name", ["random", "greedy", "mixer"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    "values",
    some(
        [
            {},
            {"magic_scope": "so_far", "die_magic": 9},
            {"die_priority": 1, "die_sword": 3, "die_shield": 2},
            {"die_magic": 97, "die_priority": 89, "die_sword": 83, "die_shield": 79, "games": 1000},
        ],
        1,
    ),
)
def test_many_at_once_decide_as_bots_with_the_same_dice(
    name: str, seat: int, values: dict[str, Any]
) -> None:
    """For counts of no round, of a few, and of habits, and over several draws of each stream."""
    config, told = _config(**values)
    policy = array_policy("diceman", name, told)
    assert policy is not None
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 9, (200, 2, 6)).astype(np.int32)
    counts[:20] = 0
    counts[100:] *= rng.integers(0, 60, (100, 2, 6)) * (rng.random((100, 2, 6)) < 0.3)
    dice = rng.integers(0, 2**63, 200).astype(np.uint64)
    bots = [find("diceman", name)(None) for _ in range(200)]
    for bot, state in zip(bots, dice.tolist(), strict=True):
        bot.random = StreamRandom(state)
    for _ in range(3):
        chosen = policy.act(seat, [counts], functools.partial(_roll, dice))
        for bot, of_seats, choice in zip(bots, counts.tolist(), chosen.tolist(), strict=True):
            seen = Observation(seat=seat, config=config)
            for each in of_seats:
                seen.pick_counts.add(counts=each)
            assert tuple(bot.act(seen).dice) == LEGAL[choice].dice
    if name == "mixer":
        assert len(set(chosen.tolist())) > 1


def _roll(dice: Any, sides: int, places: Any) -> Any:
    states = dice[places]
    rolled = draw_each(states, sides)
    dice[places] = states
    return rolled


@pytest.mark.parametrize("name", ["random", "greedy", "mixer", "solver"])
def test_a_match_with_an_opponent_is_the_same_in_rows_of_any_kind(name: str) -> None:
    """Digests and rewards: where a policy decides in many rows at once, and where bots do, one by one."""
    config = DICEMAN.game.config_class(games=1, life=6)
    quick, plain = (
        Rollout(rows, seed=3, opponents={1: name})
        for rows in (
            start_rows(DICEMAN, config, num_rows=3, num_seats=2),
            LoopRows(DICEMAN, config, num_rows=3, num_seats=2),
        )
    )
    rng = np.random.default_rng(5)
    ended = 0
    for _ in range(40):
        choices = rng.integers(-1, 6, (3, 2), np.int8)
        one = quick.step({"choice": choices})
        other = plain.step({"choice": choices.astype(np.int32)})
        assert column(quick, "digest").tolist() == column(plain, "digest").tolist()
        assert one.reward.tolist() == other.reward.tolist()
        assert one.refused.tolist() == other.refused.tolist()
        assert not column(quick, "asked")[:, 1].any()
        ended += int(one.terminated.sum())
    assert ended > 3


def _digests(rollout: Rollout, row: int, steps: int) -> list[bytes]:
    told = []
    for step in range(steps):
        choices = np.full((rollout.rows.num_rows, 2), step % 5, np.int8)
        choices[row] = 0
        rollout.step({"choice": choices})
        told.append(column(rollout, "digest")[row].tobytes())
    return told


def test_an_opponent_decides_the_same_whatever_is_beside_it() -> None:
    """Row 1 of two and of four, with other matches in the rows beside it, which end at other steps."""
    one, other = _duels(2, opponents={0: "mixer"}), _duels(4, opponents={0: "mixer"})
    assert _digests(one, 1, 60) == _digests(other, 1, 60)
    assert column(one, "episode")[1] > 0


def test_a_seat_and_a_seed_have_dice_of_their_own() -> None:
    """Of the same match seed the same is decided, whatever was played before; of another one another."""
    rollout = _duels(3, opponents={1: "random"})
    rollout.step({"choice": np.zeros((3, 2), np.int8)})
    rollout.reset(np.array([0, 1, 2]), np.array([4, 4, 5], np.uint64))
    picked = []
    for _ in range(12):
        rollout.step({"choice": np.zeros((3, 2), np.int8)})
        picked.append(column(rollout, "table.last_round.rolls.combo")[:, 1].tolist())
    first, second, third = map(list, zip(*picked, strict=True))
    assert first == second
    assert first != third


SIX = {
    "champions": ["random", "brawler", "hider", "tactician"],
    "dice_adventure": ["wanderer", "seeker", "partner"],
    "dungeon_keeper": ["random", "turtle"],
    "proving_grounds": ["random", "bidder", "greedy"],
    "swordman": ["random", "greedy", "reader"],
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in SIX for name in SIX[game]])
def test_house_bots_play_every_game(game: str, name: str) -> None:
    """A learner in seat 0 that never answers is asked until the match ends or is cut off; nobody else is."""
    plugin = registry.find(game)
    config = plugin.game.config_class()
    seats = plugin.game.info.default_seats
    told = []
    for _ in range(2):
        rows = start_rows(plugin, config, num_rows=1, num_seats=seats)
        rollout = Rollout(rows, seed=2, opponents=dict.fromkeys(range(1, seats), name), max_steps=4)
        digests = []
        for _ in range(6):
            assert not column(rollout, "asked")[:, 1:].any()
            whole = rollout.rows.whole
            nothing: Any = np.zeros(whole.shape(1, seats), whole.column.dtype)
            if whole.is_ragged:
                nothing = Ragged.of([b""] * seats)
            answered = np.zeros((1, seats), np.bool_)
            step = rollout.step({whole.name: nothing, "answered": answered})
            assert not step.refused.any()
            assert (
                column(rollout, "asked")[:, 0].any()
                or step.terminated.any()
                or step.truncated.any()
            )
            digests.append(column(rollout, "digest").tobytes())
        told.append(digests)
    assert told[0] == told[1]
    assert len(set(told[0])) > 3


def test_bots_are_told_what_happens() -> None:
    """A bot that listens hears the events of its seat, in order, and each once."""
    plugin = registry.find("champions")
    config = plugin.game.config_class()
    rows = LoopRows(plugin, config, num_rows=1, num_seats=2)
    rollout = Rollout(rows, seed=5, opponents={1: "tactician"}, max_steps=100)
    heard: list[bytes] = []
    original = rows.take_events

    def heard_of(row: int, seat: int) -> bytes:
        heard.append(original(row, seat))
        return heard[-1]

    rows.take_events = heard_of  # type: ignore[method-assign]
    messages: dict[str, Any] = {
        "message": Ragged.of([b""] * 2),
        "answered": np.zeros((1, 2), np.bool_),
    }
    for _ in range(10):
        rollout.step(messages)
    state, events = plugin.game.start(config, seed=_first_seed(5), num_seats=2)
    told = b"".join(plugin.codec.encode_events([e]) for e in events if e.is_visible_to(1))
    assert heard[0].startswith(told)
    assert sum(map(len, heard)) > len(told)
    assert plugin.game.decision(state) is not None


def _first_seed(seed: int) -> int:
    from referee.kit.rollout.seeds import episode_seeds

    return int(episode_seeds(seed, np.array([0]), np.array([0]))[0])


def duels(num_rows: int) -> Rows:
    """Rows of Diceman, for any process."""
    return LoopRows(DICEMAN, DICEMAN.game.config_class(games=1), num_rows=num_rows, num_seats=2)


def test_in_a_pool_bots_play_in_its_processes() -> None:
    """What they decide is what they would here."""
    pool = PoolRows(duels, num_rows=3, processes=2)
    try:
        options: Any = {"opponents": {0: "mixer"}, "autoreset": Autoreset.SAME_STEP, "stagger": 3}
        several, one = (Rollout(rows, seed=4, **options) for rows in (pool, duels(3)))
        for _ in range(15):
            for rollout in (several, one):
                rollout.step({"choice": np.full((3, 2), 4, np.int32)})
            assert column(several, "digest").tolist() == column(one, "digest").tolist()
            assert column(several, "asked").tolist() == column(one, "asked").tolist()
        assert column(several, "asked").tolist() == [[False, True]] * 3
    finally:
        pool.close()


@pytest.mark.parametrize(
    ("game", "opponents"),
    [
        ("diceman", {0: "mixer"}),
        ("swordman", {1: "reader"}),
        ("dice_adventure", {1: "seeker", 2: "partner"}),
        ("champions", {1: "tactician"}),
        ("dungeon_keeper", {1: "rusher"}),
        ("proving_grounds", {1: "greedy"}),
    ],
)
def test_staggered_rows_meet_opponents_when_they_begin(
    game: str, opponents: dict[int, str]
) -> None:
    """A row that begins two steps later plays what it would have played, two steps later."""
    plugin = registry.find(game)
    seats = plugin.game.info.default_seats
    told = []
    for stagger in (0, 4):
        rows = start_rows(plugin, plugin.game.config_class(), num_rows=2, num_seats=seats)
        rollout = Rollout(rows, seed=6, opponents=opponents, stagger=stagger)
        acted = rows.acted[-1]
        given = np.zeros(acted.shape(2, seats), acted.column.dtype)
        nothing: dict[str, Any] = {
            acted.name: Ragged.of([b""] * 2 * seats) if acted.is_ragged else given,
            ANSWERED.name: np.zeros((2, seats), np.bool_),
        }
        digests = [column(rollout, "digest").tolist()]
        for _ in range(7):
            began = rollout.step(nothing).began
            assert began.tolist() == [False, stagger > 0 and len(digests) == 2]
            digests.append(column(rollout, "digest").tolist())
        told.append(digests)
    together, staggered = told
    assert [each[0] for each in staggered] == [each[0] for each in together]
    assert [each[1] for each in staggered[2:]] == [each[1] for each in together[:-2]]
    assert len({bytes(each[1]) for each in staggered[2:]}) > 3


def test_decision_points_of_opponents_alone_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dead learner waits: its step returns after so many, and the next goes on."""
    plugin = registry.find("dice_adventure")
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=1, num_seats=3)
    monkeypatch.setattr(opponents, "MOST_ALONE", 2)
    played = with_opponents(rows, {1: "wanderer", 2: "wanderer"})
    played.begin(np.array([0]), np.array([1], np.uint64))
    from referee.games.dice_adventure import columns as c

    c.members_of(rows.state.table)[0, 0, c.ALIVE] = 0  # type: ignore[attr-defined]
    counted: list[int] = []
    step_some = rows.step_some

    def counting(some: Any, actions: Any) -> None:
        counted.append(len(some))
        step_some(some, actions)

    monkeypatch.setattr(rows, "step_some", counting)
    played.step(rows.nothing())
    assert counted == [1, 1]
    assert not played.asked().any()
    assert not played.over().any()


@pytest.mark.parametrize(
    ("seated", "told"),
    [
        (
            {0: "cheater"},
            "opponents[0] must be one of random, greedy, mixer, solver, not 'cheater'",
        ),
        ({2: "greedy"}, "opponents must be seats from 0 to 1, not 2"),
        ({-1: "greedy"}, "opponents must be seats from 0 to 1, not -1"),
        ({0: "greedy", 1: "mixer"}, "opponents must be in fewer than all 2 seats, not 2"),
    ],
)
def test_opponents_that_can_not_be_are_refused(seated: dict[int, str], told: str) -> None:
    """By field, bound and value."""
    with pytest.raises(FieldError) as caught:
        _duels(opponents=seated)
    assert str(caught.value) == told


def test_a_game_without_house_bots_has_no_opponents() -> None:
    """As the error says."""
    rows = LoopRows(SIMULTANEOUS, BidConfig(), num_rows=1, num_seats=2)
    with pytest.raises(FieldError, match=r"^opponents\[0\] must be one of none, not 'greedy'$"):
        with_opponents(rows, {0: "greedy"})


def test_strict_and_refused_an_opponent_decides_once() -> None:
    """A step that is refused as a whole moves no dice of the opponent."""
    strict, other = _duels(opponents={1: "random"}, strict=True), _duels(opponents={1: "random"})
    wrong = np.full((3, 2), 77, np.int8)
    for _ in range(5):
        with pytest.raises(FieldError, match="legal"):
            strict.step({"choice": wrong})
        for rollout in (strict, other):
            rollout.step({"choice": np.zeros((3, 2), np.int8)})
        assert column(strict, "digest").tolist() == column(other, "digest").tolist()


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_a_copy_of_a_bot_decides_as_it_does(game: str) -> None:
    """With all that it remembers, and dice in the same place."""
    plugin = registry.find(game)
    config = plugin.game.config_class()
    seats = plugin.game.info.default_seats
    codec = plugin.codec
    state, _ = plugin.game.start(config, seed=3, num_seats=seats)
    decision = plugin.game.decision(state)
    assert decision is not None
    seat = decision.seats[0]
    (seen,) = codec.encode_observations(config, plugin.game.observe(state, [seat]))
    for name in names(game):
        bot = AskedBot(
            game,
            name,
            seat=seat,
            num_seats=seats,
            game_version=1,
            config=(codec.config_type, codec.encode_config(config)),
            dice=StreamRandom(9),
        )
        told = ((codec.observation_type, seen), (codec.events_type, b""), decision.phase)
        bot.act(*told)
        other = copy.deepcopy(bot)
        assert bot.act(*told) == other.act(*told)


class PicksLast(SeededBot):
    """Takes the last legal action."""

    def act(self, _observation: Any, turn: Turn) -> Any:
        """See the class."""
        assert turn.legal is not None
        return turn.legal[-1]


def test_bots_are_told_what_is_legal_if_they_look_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a match."""
    monkeypatch.setattr("referee_bots.asked.find", lambda *_: PicksLast)
    monkeypatch.setattr("referee_bots.asked.array_policy", lambda *_: None)
    rollout = _duels(1, opponents={1: "random"})
    mine = np.zeros((1, 2), np.int8)
    rollout.step({"choice": mine, "answered": np.ones((1, 2), np.bool_)})
    plain = _duels(1)
    plain.step({"choice": np.array([[0, 5]], np.int8), "answered": np.ones((1, 2), np.bool_)})
    assert rollout.rows.digest(0) == plain.rows.digest(0)


def test_bots_share_a_config_and_no_memory() -> None:
    """A config is read once for all of its seats; a bot that is loaded twice remembers twice."""

    def asked() -> Any:
        terms: Any = {"num_seats": 2, "game_version": 1, "config": (CONFIG, b"")}
        return AskedBot("diceman", "random", seat=0, dice=StreamRandom(9), **terms)

    bot = asked()
    assert bot._match.config is asked()._match.config
    bot._bot.memory = type(bot._match.config)(life=7)
    dumped = bot.dump()
    one, other = AskedBot.load(dumped), AskedBot.load(dumped)
    one._bot.memory.life = 8  # type: ignore[attr-defined]
    assert other._bot.memory.life == 7  # type: ignore[attr-defined]
