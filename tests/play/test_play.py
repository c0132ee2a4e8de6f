"""`play`: one match between bots of this process, as a referee elsewhere would play it."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from gamereferee import play
from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from referee.core.errors import RefereeError
from referee.core.outcome import EndCause, ForfeitCause
from referee.core.time_control import MS, TimeControl
from referee.games import registry
from referee.play import playing
from referee.replay.reader import load
from referee.replay.verify import verify
from referee_bots import names
from referee_client import Bot, BotError, Turn
from tests.cli.command import process
from tests.cli.recorded_matches import CONFIGS, observations
from tests.helpers.tiers import some

SHORT: dict[str, dict[str, object]] = CONFIGS | {
    "dungeon_keeper": {"max_rounds": 4},
    "proving_grounds": {"max_turns": 5},
}
DICE = Action(dice=[2, 3])


def decide(_observation: Observation) -> Action:
    """Pick the same two dice always."""
    return DICE


async def decide_async(_observation: Observation) -> Action:
    """Pick the same two dice always, as a coroutine."""
    return DICE


@pytest.mark.parametrize(
    "game", some(sorted(registry.names(), key=lambda name: name not in {"diceman", "swordman"}), 2)
)
def test_states_are_those_of_a_refereed_match(tmp_path: Path, game: str) -> None:
    """Bots in processes at a referee with sockets make the same states, from the same seed."""
    seats = registry.find(game).game.info.default_seats
    # Lists are hard to write as flags, and not needed here.
    config = {name: value for name, value in SHORT[game].items() if not isinstance(value, list)}
    words = ["--seed", "7", "--replay-dir", str(tmp_path)]
    for seat in range(seats):
        words += ["--bot", f"house:{_house(game, seat)}"]
    for name, value in config.items():
        words += ["--config", f"{name}={value}"]
    ran = process("play", game, *words)
    assert ran.status == 0, ran.err
    (refereed,) = tmp_path.glob("*.replay")
    expected = [r.step.digest for r in load(refereed).records if r.HasField("step")]

    match = play(game, [_house(game, seat) for seat in range(seats)], seed=7, config=config)

    assert [step.digest for step in match.steps[1:]] == expected
    assert match.num_steps == len(expected)


def _house(game: str, seat: int) -> str:
    known = names(game)
    return known[seat % min(2, len(known))]


def test_the_replay_is_verified_like_any_other(tmp_path: Path) -> None:
    """And what a seat saw in it is what its bot was asked with."""
    seen: list[Observation] = []

    def watch(observation: Observation) -> Action:
        seen.append(observation)
        return DICE

    match = play("diceman", [watch, "random"], seed=1, config={"games": 1})
    path = match.save(tmp_path)
    assert path == tmp_path / f"{match.match_id}.replay"
    assert verify(path).steps == match.num_steps
    assert match.observations(0) == seen
    assert [o.SerializeToString().hex() for o in seen] == list(observations(path, 0).values())
    assert load(path).header.players == ["watch", "random"]


def test_results_steps_and_words() -> None:
    """The seats' results, the action of each seat, and what happened in sentences."""
    match = play("diceman", [decide, "greedy"], seed=7, config={"games": 1})
    assert match.outcome.cause is EndCause.RULES
    assert sorted(match.placements) in ([1, 1], [1, 2])
    assert match.players == ("decide", "greedy")
    start, first = match.steps[:2]
    assert (start.number, start.actions, start.digest) == (0, {}, b"")
    assert start.events == ("Game 1 begins, both with 20 life.",)
    assert first.actions[0] == DICE
    assert isinstance(first.actions[1], Action)
    assert all(text.endswith(".") for step in match.steps for text in step.events)
    assert repr(match).startswith("<diceman: decide place ")
    with pytest.raises(IndexError, match="seat must be from 0 to 1, not 2"):
        match.observations(2)


def test_bots_with_a_memory_get_every_call() -> None:
    """A subclass of Bot is made for each seat, and hears of start, events and end."""
    calls: list[str] = []

    class Remembers(Bot):
        def __init__(self) -> None:
            self.turns = 0

        def on_start(self, match: Any) -> None:
            calls.append(f"start {match.seat} of {match.num_seats}")

        def on_events(self, match: Any, events: Any) -> None:  # noqa: ARG002
            calls.append("events")

        def act(self, observation: Observation, turn: Turn) -> Action:  # noqa: ARG002
            self.turns += 1
            assert turn.number == self.turns
            return DICE

        def on_end(self, match: Any, outcome: Any) -> None:
            calls.append(f"end {match.seat} {outcome.cause}")

    play("diceman", [Remembers, Remembers], seed=3, config={"games": 1})
    assert calls.count("start 0 of 2") == calls.count("start 1 of 2") == 1
    assert calls.count("end 0 RULES") == calls.count("end 1 RULES") == 1
    assert "events" in calls


def test_a_bots_error_is_raised() -> None:
    """With the bot's own exception as its cause; no thread is left behind."""

    def fails(_observation: Observation) -> Action:
        raise ZeroDivisionError("oops")

    with pytest.raises(BotError) as caught:
        play("diceman", [fails, "random"], seed=1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_bots_error_costs_its_turns_if_play_is_not_strict() -> None:
    """As in a tournament: the default stands for the turn, and after the strikes the seat is out."""

    def fails(_observation: Observation) -> Action:
        raise ZeroDivisionError("oops")

    terms = TimeControl(move_time_ns=None, strikes=2)
    match = play("diceman", [fails, "random"], seed=1, clock=terms, strict=False)
    assert match.outcome.seats[0].forfeit is ForfeitCause.TIME
    assert match.placements == (2, 1)
    assert match.steps[1].actions[0] is None


def test_who_is_late_by_the_clock_is_late() -> None:
    """A bot that answers only once its turn is over loses, however fast or slow the machine is."""

    def waits(_observation: Observation, turn: Turn) -> Action:
        while turn.is_open:
            pass
        return DICE

    terms = TimeControl(move_time_ns=5 * MS, lag_margin_ns=0, strikes=1)
    match = play("diceman", [waits, waits], seed=1, clock=terms)
    # One of them or both, as the two clocks do not start at the same moment.
    assert ForfeitCause.TIME in {seat.forfeit for seat in match.outcome.seats}


def test_a_bot_that_never_returns_loses_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its thread is left alone when the match is over."""
    monkeypatch.setattr(playing, "LEAVE_S", 0.0)

    def hangs(_observation: Observation) -> Action:
        threading.Event().wait()
        return DICE

    terms = TimeControl(move_time_ns=5 * MS, lag_margin_ns=0, strikes=1)
    match = play("diceman", [hangs, hangs], seed=1, clock=terms)
    assert ForfeitCause.TIME in {seat.forfeit for seat in match.outcome.seats}


def test_an_error_is_raised_though_another_bot_never_returns() -> None:
    """Without a deadline, which would end the match."""

    def hangs(_observation: Observation) -> Action:
        threading.Event().wait()
        return DICE

    def fails(_observation: Observation) -> Action:
        raise ZeroDivisionError("oops")

    with pytest.raises(BotError):
        play("diceman", [hangs, fails], seed=1, clock=TimeControl(move_time_ns=None))


def test_it_runs_where_a_loop_runs_already() -> None:
    """As in a notebook."""

    async def cell() -> int:
        steps: int = play("diceman", [decide, decide], seed=1, config={"games": 1}).num_steps
        return steps

    assert asyncio.run(cell()) > 0


@pytest.mark.parametrize(
    ("game", "bots", "more", "message"),
    [
        ("chess", [decide], {}, "chess"),
        ("diceman", [decide], {}, "len(bots) must be 2, not 1"),
        ("diceman", "greedy", {}, "bots must be a list with a bot for each seat, not 'greedy'"),
        ("champions", ["idle"], {}, "len(bots) must be from 2 to 16, not 1"),
        ("diceman", [decide, "clever"], {}, "bots[1] must be one of random, "),
        ("diceman", [decide, 7], {}, "bots[1] must be a function, a Bot, the name of a house bot"),
        ("diceman", [decide, decide_async], {}, "bots[1] must be a bot whose act is not async"),
        ("diceman", [decide, decide], {"seed": -1}, "seed must be from 0 to 18446744073709551615"),
        ("diceman", [decide, decide], {"seed": "7"}, "seed must be a whole number from 0 to "),
        ("diceman", [decide, decide], {"clock": "fast"}, "clock must be"),
        ("diceman", [decide, decide], {"config": {"games": 0}}, "games"),
        ("diceman", [decide, decide], {"version": 99}, "99"),
    ],
)
def test_what_cannot_be_played_is_refused(
    game: str, bots: list[Any], more: dict[str, Any], message: str
) -> None:
    """With the field, the bound and the value, before anything is played."""
    with pytest.raises(RefereeError) as caught:
        play(game, bots, **more)
    assert message in str(caught.value)


def test_the_client_alone_says_what_play_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the distribution of the client is installed without the referee."""
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [])
    with pytest.raises(ImportError, match=r"gamereferee\.play needs the referee: pip install"):
        sys.modules["gamereferee"].play  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'other'"):
        sys.modules["gamereferee"].other  # noqa: B018
