"""A game is checked at a server in this process's neighbourhood; what is measured is not judged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import grpc.aio
import pytest

from loadtest.local_referee import LocalReferee, local_referee
from referee.capacity.bots import Bots, Played
from referee.capacity.check import Effort, check_game
from referee.capacity.scripts import Script, draw_scripts
from referee.capacity.window import Terms
from referee.core.clock import SystemClock
from referee.core.errors import ConfigError, FieldError, UnknownGameError
from referee.core.time_control import SECOND
from referee.games.registry import names

QUICK = Effort(
    seconds=1,
    decisions=12,
    held=6,
    terms=Terms(
        move_time_ns=60 * SECOND,
        settle_s=0.1,
        measure_s=0.1,
        least_matches=2,
        tail_s=120,
        late_ns=120 * SECOND,
    ),
)
"""Terms that any machine keeps."""


@pytest.fixture(scope="module")
def server() -> Iterator[LocalReferee]:
    """A server process of all these tests."""
    with local_referee() as running:
        yield running


@pytest.mark.parametrize("game", names())
def test_matches_of_every_game_are_drawn(game: str) -> None:
    """The same twice, cut after the decision point that fills them, with an answer for each turn in order."""
    scripts = draw_scripts(game, number=2, decisions=20)
    assert scripts == draw_scripts(game, number=2, decisions=20)
    for script in scripts:
        assert 20 <= len(script.answers) < 20 + script.num_seats
        for seat in {seat for seat, _ in script.answers}:
            turns = sorted(turn for other, turn in script.answers if other == seat)
            assert turns == list(range(1, len(turns) + 1))
    assert [script.seed for script in scripts] == [1, 2]


def test_a_short_match_is_whole() -> None:
    """One game of Diceman has less than 100,000 decisions."""
    (script,) = draw_scripts("diceman", number=1, decisions=100_000, config={"games": 1})
    assert script.is_whole
    assert script.config_json == '{"games": 1}'
    (script,) = draw_scripts("diceman", number=1, decisions=2)
    assert (script.is_whole, script.points, script.config_json) == (False, 1, "")


@pytest.mark.parametrize("name", ["number", "decisions"])
def test_nothing_can_not_be_drawn(name: str) -> None:
    """The error names the field, the bound and the value."""
    sizes = {"number": 1, "decisions": 1} | {name: 0}
    with pytest.raises(FieldError, match=f"{name} must be from 1, not 0"):
        draw_scripts("diceman", number=sizes["number"], decisions=sizes["decisions"])


def test_wrong_games_and_configs_are_refused() -> None:
    """By the errors that everybody gets."""
    with pytest.raises(UnknownGameError, match="unknown game 'chess'"):
        draw_scripts("chess", number=1, decisions=1)
    with pytest.raises(ConfigError, match="games must be"):
        draw_scripts("diceman", number=1, decisions=1, config={"games": 0})


@pytest.mark.parametrize(
    ("field", "value", "bound"),
    [
        ("seconds", 0.5, "a number of seconds from 1"),
        ("held", 0, "from 1"),
        ("decisions", 0, "from 1"),
    ],
)
def test_bounds_of_the_effort(field: str, value: float, bound: str) -> None:
    """The error names the field, the bound and the value."""
    with pytest.raises(FieldError, match=f"{field} must be {bound}, not {value}"):
        Effort(**{field: value})  # type: ignore[arg-type]  # one of several kinds


async def play_all(
    address: str, scripts: Sequence[Script], *, move_time_ns: int = 600 * SECOND
) -> list[Played]:
    """Play each match once, all at once."""
    clock = SystemClock()
    async with grpc.aio.insecure_channel(address) as channel:
        bots = Bots([channel], scripts, clock=clock, move_time_ns=move_time_ns)
        matches = [Played(clock.now_ns()) for _ in scripts]
        await asyncio.gather(*(bots.play(number, match) for number, match in enumerate(matches)))
        await bots.clear()
    return matches


@pytest.mark.parametrize("game", names())
def test_drawn_matches_go_as_drawn(game: str, server: LocalReferee) -> None:
    """The referee asks for every decision that was drawn, and takes it; then the seats resign."""
    scripts = draw_scripts(game, number=2, decisions=16)
    for script, played in zip(scripts, asyncio.run(play_all(server.address, scripts)), strict=True):
        assert played.problem == ""
        assert played.is_good
        assert played.answered == len(script.answers)
        assert played.begun_ns is not None
        assert played.due_ns < played.begun_ns
        assert all(slack <= 1 for slack in played.slacks)
        assert len(played.slacks) >= len(script.answers) - script.num_seats


def test_whole_matches_go_as_drawn(server: LocalReferee) -> None:
    """They end by themselves, and the time of all decisions but each seat's last is told."""
    scripts = draw_scripts("diceman", number=2, decisions=100_000, config={"games": 1})
    for script, played in zip(scripts, asyncio.run(play_all(server.address, scripts)), strict=True):
        assert played.is_good
        assert len(played.slacks) == len(script.answers) - 2


def test_what_is_not_as_drawn_is_told(server: LocalReferee) -> None:
    """A match of another seed asks for other decisions; one that can't be made is not made."""
    (script,) = draw_scripts("diceman", number=1, decisions=100_000, config={"games": 1})
    half = dict(list(script.answers.items())[:1])
    (played,) = asyncio.run(
        play_all(server.address, [script._replace(answers={(0, 99): half[0, 1]})])
    )
    assert not played.is_good
    assert played.problem == "0 of 1 decisions were asked for"
    (played,) = asyncio.run(play_all(server.address, [script._replace(game="chess")]))
    assert played.over_ns is None
    assert played.problem.startswith("NOT_FOUND: unknown game 'chess'")


@pytest.mark.parametrize("game", ["diceman", "champions"])
def test_a_game_is_checked(game: str, server: LocalReferee) -> None:
    """With terms that anything keeps, some rate is kept, and everything about it is told."""

    def connect() -> list[grpc.aio.Channel]:
        return [grpc.aio.insecure_channel(server.address)]

    checked = check_game(connect, game, QUICK, pid=server.pid, num_seats=2)
    assert (checked.game, checked.num_seats, checked.is_whole) == (game, 2, False)
    assert 12 <= checked.decisions < 14
    assert checked.points <= checked.decisions
    assert checked.found.rate is not None
    assert checked.kept is not None
    assert checked.kept.rate == checked.found.rate
    assert (checked.kept.failed, checked.kept.late, checked.kept.problem) == (0, 0, "")
    assert checked.kept.matches >= 2
    assert checked.decisions_per_s == checked.found.rate * checked.decisions
    assert checked.use is not None
    assert checked.use.bots > 0
    assert checked.match_bytes is not None


def test_a_rate_that_is_not_kept_is_not_found(server: LocalReferee) -> None:
    """Nobody begins a match within a nanosecond."""

    def connect() -> list[grpc.aio.Channel]:
        return [grpc.aio.insecure_channel(server.address)]

    terms = Terms(settle_s=0.0, measure_s=0.1, least_matches=1, late_ns=1)
    checked = check_game(connect, "diceman", Effort(seconds=1, decisions=4, held=5, terms=terms))
    assert checked.found.rate is None
    assert not any(kept for _, kept in checked.found.tried)
    assert (checked.kept, checked.use, checked.match_bytes) == (None, None, None)
    assert checked.decisions_per_s == 0
