"""What a stream of simulations does, request by request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.games import registry
from referee.kit.rollout.columns import RowColumn
from referee.kit.rollout.loop_rows import start_rows
from referee.kit.rollout.rollout import Rollout
from referee.simulation.batches import StreamBatches
from referee.simulation.described import REVISION, describe
from referee.simulation.limits import SimulationLimits

LIMITS = SimulationLimits(batches=2, rows=100, response_bytes=10_000, window=4)
IDS = {each.name: place for place, each in enumerate(describe("diceman", None, 0, 0).observed)}
SEEN = ("asked", "digest", "table.life")


def _open(**options: Any) -> wire.OpenBatch:
    told: dict[str, Any] = {"game": "diceman", "num_rows": 3, "seed": 7}
    told |= {"autoreset": wire.AUTORESET_NEXT_STEP, "observe": [IDS[name] for name in SEEN]}
    return wire.OpenBatch(**(told | options))


def _step(choices: Any, column: int = 1, **more: Any) -> wire.StepBatch:
    data = np.asarray(choices, np.int8).tobytes()
    return wire.StepBatch(actions=[wire.ColumnData(id=column, data=data, **more)])


def refusal_of(told: wire.RolloutResponse) -> str:
    """Return why a request is refused, whose fields are at fault."""
    assert told.WhichOneof("response") == "refused", told
    assert told.refused.reason == error_pb2.ERROR_REASON_BAD_FIELD
    return told.refused.text


class Stream:
    """A client's side."""

    def __init__(self) -> None:
        self.batches = StreamBatches(LIMITS)
        self.number = 0

    def ask(self, batch: int = 1, **request: Any) -> wire.RolloutResponse:
        """What a request is answered, with its own numbers."""
        self.number += 1
        asked = wire.RolloutRequest(number=self.number, batch=batch, **request)
        told = self.batches.answer(wire.RolloutRequest.FromString(asked.SerializeToString()))
        assert (told.number, told.batch) == (self.number, batch)
        return told

    def refused(self, batch: int = 1, **request: Any) -> str:
        """Why a request is refused, whose fields are at fault."""
        return refusal_of(self.ask(batch, **request))


@pytest.fixture
def stream() -> Stream:
    """A stream with one batch of three duels."""
    stream = Stream()
    assert stream.ask(open=_open()).WhichOneof("response") == "observed"
    return stream


def _seen(told: Any) -> dict[str, bytes]:
    by_id = {place: name for name, place in IDS.items()}
    return {by_id[each.id]: each.data for each in told}


def test_a_stream_steps_what_a_rollout_steps(stream: Stream) -> None:
    """Every column, reward and flag, as bytes, over several episodes."""
    plugin = registry.find("diceman")
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=3, num_seats=2)
    mine = Rollout(rows, seed=7)
    rng = np.random.default_rng(4)
    ended = 0
    for _ in range(400):
        choices = rng.integers(-1, 7, (3, 2), np.int8)
        step, told = mine.step({"choice": choices}), stream.ask(step=_step(choices)).stepped
        for name, dtype in (
            ("reward", "<f4"),
            ("refused", "<i4"),
            ("terminated", "?"),
            ("began", "?"),
        ):
            array, data = getattr(step, name), getattr(told, name)
            assert data == (array.astype(dtype).tobytes() if array.any() else b""), name
        seen: list[Any] = mine.observe(SEEN)
        wanted = {name: values.tobytes() for name, values in zip(SEEN, seen, strict=True)}
        assert _seen(told.observed) == wanted
        ended += int(step.terminated.sum())
    assert ended > 3


def test_what_was_last_seen_is_told_where_the_next_episode_begins_at_once() -> None:
    """By rows, ascending."""
    stream = Stream()
    final = [IDS["step"], IDS["table.life"]]
    stream.ask(open=_open(autoreset=wire.AUTORESET_SAME_STEP, max_steps=2, observe_final=final))
    assert not stream.ask(step=_step(np.full((3, 2), 5))).stepped.final
    told = stream.ask(step=_step(np.full((3, 2), 5))).stepped
    assert told.truncated == b"\1\1\1"
    assert np.frombuffer(told.final_rows, "<i8").tolist() == [0, 1, 2]
    assert [each.id for each in told.final] == final
    assert np.frombuffer(told.final[0].data, "<i4").tolist() == [2, 2, 2]


def test_rows_are_reset_with_seeds_that_are_given(stream: Stream) -> None:
    """Of the same seed they are the same match."""
    stream.ask(reset=wire.ResetRows(rows=[0, 2], seeds=[5, 5]))
    told = stream.ask(step=_step(np.zeros((3, 2)))).stepped
    first, second, third = np.frombuffer(_seen(told.observed)["digest"], np.uint8).reshape(3, 16)
    assert (first == third).all()
    assert (first != second).any()


def test_house_policies_play_seats_within_the_server() -> None:
    """As in a rollout: the seat is not asked, and what is given for it is not looked at."""
    stream = Stream()
    stream.ask(open=_open(opponents=[wire.Opponent(seat=1, policy="mixer")]))
    plugin = registry.find("diceman")
    rows = start_rows(plugin, plugin.game.config_class(), num_rows=3, num_seats=2)
    mine = Rollout(rows, seed=7, opponents={1: "mixer"})
    for combo in (0, 3, 3, 1, 99):
        choices = np.full((3, 2), combo, np.int8)
        mine.step({"choice": choices})
        told = _seen(stream.ask(step=_step(choices)).stepped.observed)
        seen: list[Any] = mine.observe(SEEN)
        assert told == {name: values.tobytes() for name, values in zip(SEEN, seen, strict=True)}
        assert told["asked"] == b"\1\0" * 3


def test_batches_are_apart_and_their_numbers_free_again(stream: Stream) -> None:
    """What happens to one is nothing to the other."""
    before = stream.ask(2, open=_open(seed=8)).observed
    stream.ask(step=_step(np.zeros((3, 2))))
    assert stream.refused(2, open=_open()) == "batch must be a number that is free, not 2"
    assert stream.refused(3, open=_open()) == "batch must be one of at most 2 at once, not 3"
    assert stream.ask(2, close=wire.CloseBatch()).WhichOneof("response") == "closed"
    assert (
        stream.refused(2, close=wire.CloseBatch())
        == "batch must be the number of one that is open, not 2"
    )
    assert stream.ask(2, open=_open(seed=8)).observed == before


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"num_rows": 0}, "num_rows must be from 1 to 100, not 0"),
        ({"num_rows": 10**9}, "num_rows must be from 1 to 100, not 1000000000"),
        ({"num_seats": 3}, "num_seats must be 2, not 3"),
        ({"autoreset": 0}, "autoreset must be one of Autoreset, not 0"),
        ({"autoreset": 77}, "autoreset must be one of Autoreset, not 77"),
        ({"max_steps": -1}, "max_steps must be from 1 to 2^31-1, not -1"),
        ({"stagger": -1}, "stagger must be from 0 to 2^31-1, not -1"),
        ({"observe": [len(IDS)]}, f"observe must be from 0 to {len(IDS) - 1}, not {len(IDS)}"),
        ({"observe": [-1]}, f"observe must be from 0 to {len(IDS) - 1}, not -1"),
        ({"observe": [3, 3]}, "observe must be each once, not [3, 3]"),
        ({"observe_final": [999]}, f"observe_final must be from 0 to {len(IDS) - 1}, not 999"),
        (
            {"num_rows": 100, "observe": sorted(IDS.values())},
            "observe must be columns of at most 10000 bytes, not '16800 bytes'",
        ),
        (
            {"opponents": [wire.Opponent(seat=0, policy="cheater")]},
            "opponents[0] must be one of random, greedy, mixer, solver, not 'cheater'",
        ),
        (
            {"opponents": [wire.Opponent(seat=9, policy="greedy")]},
            "opponents must be seats from 0 to 1, not 9",
        ),
        (
            {"opponents": [wire.Opponent(seat=1, policy="greedy")] * 2},
            "opponents must be each seat once, not [1, 1]",
        ),
        ({"game_version": 9}, "game_version must be one of 1, not 9"),
    ],
)
def test_a_batch_that_can_not_be_opened_is_refused(options: dict[str, Any], told: str) -> None:
    """The text names the field, the bound and the value; the number stays free."""
    stream = Stream()
    assert stream.refused(open=_open(**options)) == told
    assert stream.ask(open=_open()).WhichOneof("response") == "observed"


def test_another_schema_is_refused() -> None:
    """A client that knows other columns would take one for another."""
    right = describe("diceman", None, 0, 0).schema_hash
    assert Stream().ask(open=_open(schema_hash=right)).WhichOneof("response") == "observed"
    told = Stream().refused(open=_open(schema_hash=bytes(32)))
    assert told == f"schema_hash must be {right.hex()}, not {'0' * 64!r}"


def test_an_unknown_game_and_another_config_are_refused() -> None:
    """With reasons for programs."""
    told = Stream().ask(open=_open(game="chess"))
    assert told.refused.reason == error_pb2.ERROR_REASON_UNKNOWN_GAME
    open_ = _open()
    open_.config.type_url = "type.googleapis.com/x.Config"
    assert Stream().refused(open=open_) == (
        "config must be a gamereferee.games.diceman.v1.Config, not 'type.googleapis.com/x.Config'"
    )
    open_.config.type_url, open_.config.value = (
        "type.googleapis.com/gamereferee.games.diceman.v1.Config",
        b"\xff",
    )
    told = Stream().ask(open=open_)
    assert told.refused.reason == error_pb2.ERROR_REASON_MALFORMED


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (wire.StepBatch(), "actions must be one of choice, not []"),
        (_step(np.zeros(5)), "choice must be 6 bytes of int8(3, 2), not '5 bytes'"),
        (_step(np.zeros(6), 9), "actions.id must be from 0 to 1, not 9"),
        (_step(np.zeros(6), -1), "actions.id must be from 0 to 1, not -1"),
        (_step(np.full(6, 2), 0), "answered must be bytes of 0 or 1, not 2"),
        (
            wire.StepBatch(actions=[*_step(np.zeros(6)).actions] * 2),
            "actions.id must be each once, not 1",
        ),
    ],
)
def test_actions_that_do_not_fit_leave_the_batch_as_it_was(
    stream: Stream, step: wire.StepBatch, told: str
) -> None:
    """Nothing is stepped, and what is right goes on as if nothing had been sent."""
    other = Stream()
    other.ask(open=_open())
    assert stream.refused(step=step) == told
    right = _step(np.full((3, 2), 2))
    assert stream.ask(step=right).stepped == other.ask(step=right).stepped


@pytest.mark.parametrize("whole", [-1, 11, 2**15 - 1, -(2**15)])
def test_an_order_out_of_range_costs_only_itself(stream: Stream, whole: int) -> None:
    """Of Dice Adventure, which keeps what an order says of itself; seats that don't answer may say anything."""
    described = describe("dice_adventure", None, 0, 0)
    ids = {each.name: place for place, each in enumerate(described.acted)}
    order = described.acted[ids["order"]]
    opened = wire.OpenBatch(
        game="dice_adventure", num_rows=2, seed=1, autoreset=wire.AUTORESET_NEXT_STEP
    )
    assert stream.ask(2, open=opened).WhichOneof("response") == "observed"
    orders = np.zeros(order.shape(2, described.num_seats), order.column.dtype)
    orders[..., 0] = whole
    told = wire.ColumnData(id=ids["order"], data=orders.tobytes())
    refused = stream.refused(2, step=wire.StepBatch(actions=[told]))
    assert refused == f"order[0] must be from 0 to 10, not {whole}"
    nobody = np.zeros((2, described.num_seats), np.bool_).tobytes()
    silent = wire.StepBatch(actions=[told, wire.ColumnData(id=ids["answered"], data=nobody)])
    assert stream.ask(2, step=silent).WhichOneof("response") == "stepped"
    assert stream.ask(step=_step(np.zeros(6))).WhichOneof("response") == "stepped"


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_numbers_out_of_range_are_stepped_or_refused(game: str) -> None:
    """By every column of every game: no number that its type can hold is a fault."""
    described = describe(game, None, 0, 0)
    stream = Stream()
    opened = wire.OpenBatch(game=game, num_rows=2, seed=1, autoreset=wire.AUTORESET_NEXT_STEP)
    assert stream.ask(open=opened).WhichOneof("response") == "observed"
    for place, column in enumerate(described.acted):
        for data, offsets in _extremes(column, described.num_seats):
            told = wire.ColumnData(id=place, data=data, offsets=offsets)
            answer = stream.ask(step=wire.StepBatch(actions=[told]))
            if answer.WhichOneof("response") == "refused":
                assert answer.refused.reason == error_pb2.ERROR_REASON_BAD_FIELD, answer


def _extremes(column: RowColumn, num_seats: int) -> Iterator[tuple[bytes, bytes]]:
    """Data and offsets of a column in two rows: one number of each entry, or all, at an extreme."""
    entries = 2 * num_seats
    if column.is_ragged:
        # The last goes around all numbers of 64 bits, by steps that look ascending.
        around = [0, 2**62, -(2**63), -(2**62), *[0] * (entries - 3)][: entries + 1]
        for offsets in ([0] * (entries + 1), [5] * (entries + 1), [0], [], around):
            yield b"", np.array(offsets, "<i8").tobytes()
        return
    dtype, shape = column.column.dtype, column.shape(2, num_seats)
    lowest, highest = (0, 1) if dtype == np.bool_ else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    for number in (lowest, -1, highest):
        if number < lowest:
            continue
        yield np.full(shape, number, dtype).tobytes(), b""
        for each in range(min(3, int(np.prod(column.column.shape)))):
            values = np.zeros(shape, dtype)
            values.reshape(entries, -1)[:, each] = number
            yield values.tobytes(), b""


def test_a_fault_costs_only_its_batch(monkeypatch: pytest.MonkeyPatch, stream: Stream) -> None:
    """It is closed, for nobody knows how it stands; others go on."""
    stream.ask(2, open=_open())

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret of the referee's")

    with monkeypatch.context() as patched:
        patched.setattr(Rollout, "step", broken)
        refused = stream.ask(2, step=_step(np.zeros(6))).refused
    assert (refused.reason, refused.text) == (
        error_pb2.ERROR_REASON_REFEREE_FAULT,
        "a fault of the referee",
    )
    assert (
        stream.refused(2, step=_step(np.zeros(6)))
        == "batch must be the number of one that is open, not 2"
    )
    assert stream.ask(step=_step(np.zeros(6))).WhichOneof("response") == "stepped"


@pytest.mark.parametrize(
    ("reset", "told"),
    [
        (wire.ResetRows(rows=[3]), "rows must be from 0 to 2, not 3"),
        (wire.ResetRows(rows=[-1]), "rows must be from 0 to 2, not -1"),
        (wire.ResetRows(rows=[0, 0]), "rows must be each once, not [0, 0]"),
        (wire.ResetRows(seeds=[1]), "seeds must be uint64(3,), not 'uint64(1,)'"),
    ],
)
def test_rows_that_are_not_there_are_not_reset(
    stream: Stream, reset: wire.ResetRows, told: str
) -> None:
    """Nor any of the others."""
    stream.ask(step=_step(np.zeros((3, 2))))
    before = stream.ask(step=_step(np.zeros((3, 2)))).stepped
    again = Stream()
    again.ask(open=_open())
    again.ask(step=_step(np.zeros((3, 2))))
    assert again.refused(reset=reset) == told
    assert again.ask(step=_step(np.zeros((3, 2)))).stepped == before


def test_a_step_after_the_end_is_refused_where_rows_are_reset_by_hand() -> None:
    """The text says which rows have to be."""
    stream = Stream()
    stream.ask(open=_open(autoreset=wire.AUTORESET_DISABLED, max_steps=1))
    assert stream.ask(step=_step(np.zeros((3, 2)))).stepped.truncated == b"\1\1\1"
    assert stream.refused(step=_step(np.zeros((3, 2)))) == (
        "rows must be reset before the next step, not [0, 1, 2]"
    )
    stream.ask(reset=wire.ResetRows())
    assert stream.ask(step=_step(np.zeros((3, 2)))).WhichOneof("response") == "stepped"


def test_a_request_without_a_kind_is_refused(stream: Stream) -> None:
    """As what it is."""
    assert stream.refused() == (
        "request must be one of open, step, reset, close, snapshot, restore, drop and describe, not 'none of them'"
    )


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_every_game_is_described_and_opened(game: str) -> None:
    """Ids are places, meanings are told, and the hash is that of the config."""
    described = describe(game, None, 0, 0)
    told = described.to_wire(LIMITS)
    assert [each.id for each in told.observed] == list(range(len(told.observed)))
    assert [each.id for each in told.acted] == list(range(len(told.acted)))
    assert all(each.meaning and each.dtype for each in (*told.observed, *told.acted))
    assert told.acted[0].name == "answered"
    assert described.schema_hash != describe(game, _shorter(game), 0, 0).schema_hash
    stream = Stream()
    opened = stream.ask(open=_open(game=game, num_rows=1, observe=[0, 4]))
    assert opened.WhichOneof("response") == "observed"


def _shorter(game: str) -> Any:
    from google.protobuf import any_pb2

    plugin = registry.find(game)
    name, value = {
        "champions": ("max_rounds", 3),
        "dice_adventure": ("ping_windows", 1),
        "diceman": ("games", 1),
        "dungeon_keeper": ("max_rounds", 3),
        "proving_grounds": ("max_turns", 5),
        "swordman": ("games", 1),
    }[game]
    config = plugin.game.config_class(**{name: value})
    url = f"type.googleapis.com/{plugin.codec.config_type}"
    return any_pb2.Any(type_url=url, value=plugin.codec.encode_config(config))


def test_rows_of_all_batches_are_counted(stream: Stream) -> None:
    """A batch that is closed makes room for another."""
    assert stream.ask(1, close=wire.CloseBatch()).HasField("closed")
    assert stream.ask(1, open=_open(num_rows=60)).HasField("observed")
    refused = stream.ask(2, open=_open(num_rows=41)).refused
    assert refused.text == "num_rows must be from 1 to 40, not 41"
    assert stream.ask(2, open=_open(num_rows=40)).HasField("observed")
    assert stream.ask(1, close=wire.CloseBatch()).HasField("closed")
    assert stream.ask(3, open=_open(num_rows=60)).HasField("observed")
    assert stream.ask(3, close=wire.CloseBatch()).HasField("closed")
    assert stream.ask(3, open=_open(num_rows=61)).refused.text.endswith("from 1 to 60, not 61")


def test_placements_are_told_where_they_are_asked_for() -> None:
    """Without, what is told of a step is what was always told, byte by byte; rewards are what was asked for."""
    told: dict[str, list[wire.BatchStepped]] = {}
    asked: dict[str, dict[str, Any]] = {
        "neither": {},
        "score": {"reward": wire.REWARD_SCORE},
        "placements": {"placements": True},
        "placement": {"reward": wire.REWARD_PLACEMENT, "placements": True},
        "win": {"reward": wire.REWARD_WIN},
    }
    for name, options in asked.items():
        stream = Stream()
        stream.ask(open=_open(**options))
        steps = [stream.ask(step=_step(np.full((3, 2), 1))).stepped for _ in range(200)]
        told[name] = [step for step in steps if step.terminated]
    assert told["neither"] == told["score"]
    assert not any(step.placement for step in told["neither"] + told["win"])
    assert len(told["neither"]) > 2
    for plain, placed, worth, won in zip(
        told["neither"], told["placements"], told["placement"], told["win"], strict=True
    ):
        assert placed.placement == worth.placement
        assert placed.reward == plain.reward
        placements = np.frombuffer(placed.placement, "<i4").reshape(3, 2)
        ended = np.frombuffer(plain.terminated, "?")
        assert (placements.any(1) == ended).all()
        score = np.frombuffer(plain.reward, "<f4").reshape(3, 2)[ended]
        better = np.sign(score - score[:, ::-1])
        placement = np.frombuffer(worth.reward or bytes(24), "<f4").reshape(3, 2)
        assert (placement[ended] == better).all()
        assert (np.frombuffer(won.reward, "<f4").reshape(3, 2)[ended] == (1 + better) / 2).all()


def test_what_came_with_a_later_revision_is_bounded() -> None:
    """An unknown reward, and a row that can't be."""
    stream = Stream()
    assert stream.refused(open=_open(reward=9)) == "reward must be one of Reward, not 9"
    refused = stream.refused(open=_open(first_row=-1))
    assert refused == "first_row must be from 0 to 2^31-1, not -1"
    one_side = _open(game="dice_adventure", observe=[], reward=wire.REWARD_WIN)
    text = "reward must be score where all seats are of one side, not 'win'"
    assert stream.refused(open=one_side) == text


def test_the_revision_is_told_where_it_is_asked_for(stream: Stream) -> None:
    """So that what others are told stays as it was."""
    told = stream.ask(describe=wire.DescribeRequest(game="diceman")).described
    assert told.revision == 0
    asked = stream.ask(describe=wire.DescribeRequest(game="diceman", revision=True)).described
    assert asked.revision == REVISION
    asked.revision = 0
    assert told == asked
