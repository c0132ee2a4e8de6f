"""LobbyService: what it makes, what it refuses, and in which words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import any_pb2, struct_pb2

from gamereferee.v1 import lobby_service_pb2, match_pb2
from referee.core.errors import BrokenGameError
from referee.core.game import AnyPlugin
from referee.core.published_tables import tables_json
from referee.games import registry
from tests.helpers.toy_games import SIMULTANEOUS
from tests.server.creating import Create, bad
from tests.server.running import PATIENT, Problem, Referee, refusal, running, soon, terms


def _packed(type_url: str, data: bytes) -> any_pb2.Any:
    return any_pb2.Any(type_url=type_url, value=data)


def _struct(**values: float) -> any_pb2.Any:
    struct, packed = struct_pb2.Struct(), any_pb2.Any()
    struct.update(values)
    packed.Pack(struct)
    return packed


BAD_FIELDS: dict[str, tuple[dict[str, Any], str, str]] = {
    "too few seats": ({"num_seats": 1}, "num_seats", "from 2 to 4, not 1"),
    "negative seats": ({"num_seats": -2}, "num_seats", "from 2 to 4, not -2"),
    "too many seats": ({"num_seats": 5}, "num_seats", "from 2 to 4, not 5"),
    "move_time": (
        {"time_control": terms(move_time=0.0005)},
        "time_control.move_time",
        "from 1ms to 30d, not '500us'",
    ),
    "long move_time": (
        {"time_control": terms(move_time=30 * 86400 + 1)},
        "time_control.move_time",
        "from 1ms to 30d, not '30d1s'",
    ),
    "bank": (
        {"time_control": terms(move_time=1, bank=-0.5)},
        "time_control.bank",
        "from 0 to 30d, not '-500ms'",
    ),
    "long bank": (
        {"time_control": terms(move_time=1, bank=31 * 86400)},
        "time_control.bank",
        "from 0 to 30d, not '31d'",
    ),
    "increment": (
        {"time_control": terms(move_time=1, increment=3601)},
        "time_control.increment",
        "from 0 to 1h, not '1h1s'",
    ),
    "first_move": (
        {"time_control": terms(move_time=1, first_move=31 * 86400)},
        "time_control.first_move",
        "from 0 to 30d, not '31d'",
    ),
    "lag_margin": (
        {"time_control": terms(move_time=1, lag_margin=10.5)},
        "time_control.lag_margin",
        "from 0 to 10s, not '10s500ms'",
    ),
    "strikes": (
        {"time_control": terms(move_time=1, strikes=-1)},
        "time_control.strikes",
        "from 0 to 1000000, not -1",
    ),
    "many strikes": (
        {"time_control": terms(move_time=1, strikes=1_000_001)},
        "time_control.strikes",
        "from 0 to 1000000, not 1000001",
    ),
    "join_limit": (
        {"time_control": terms(move_time=1, join_limit=0.05)},
        "time_control.join_limit",
        "from 100ms to 30d, not '50ms'",
    ),
    "too many players": (
        {"players": ["a", "b", "c"]},
        "players",
        "at most 2 names, not '3 names'",
    ),
    "long player": (
        {"players": ["a", "b" * 101]},
        "players[1]",
        "at most 100 characters, not '101 characters'",
    ),
    "label": ({"label": "l" * 201}, "label", "at most 200 characters, not '201 characters'"),
    "request_id": (
        {"request_id": "r" * 101},
        "request_id",
        "at most 100 characters, not '101 characters'",
    ),
    "delay": (
        {"spectate_policy": lobby_service_pb2.SpectatePolicy(full_view_delay=-1)},
        "spectate_policy.full_view_delay",
        "from 0, not -1",
    ),
    "both configs": (
        {"config": _struct(rounds=3), "config_json": '{"rounds": 3}'},
        "config_json",
        """empty where config is given, not '{"rounds": 3}'""",
    ),
    "config of another type": (
        {"config": _packed("type.googleapis.com/google.protobuf.Value", b"")},
        "config",
        "a google.protobuf.Struct, not 'type.googleapis.com/google.protobuf.Value'",
    ),
    "list for a config": ({"config_json": "[1]"}, "config_json", "a JSON object, not '[1]'"),
}
"""Fields of CreateMatch out of bounds: the field that is named, and the bound with the value."""

BAD_CONFIGS: dict[str, tuple[str, str, str]] = {
    "too low": ('{"rounds": 0}', "rounds", "a whole number from 1 to 20, not 0"),
    "too high": ('{"purse": 1001}', "purse", "a whole number from 1 to 1000, not 1001"),
    "of another type": ('{"rounds": "3"}', "rounds", "a whole number from 1 to 20, not '3'"),
    "a fraction": ('{"rounds": 1.5}', "rounds", "a whole number from 1 to 20, not 1.5"),
    "infinite": ('{"rounds": 1e999}', "rounds", "a whole number from 1 to 20, not inf"),
    "unknown": ('{"seed": 1}', "seed", "one of rounds, purse, not 'seed'"),
}
"""Configs out of bounds: the field that is named, and the bound with the value."""


# Games.


async def test_all_games_are_listed(referee: Referee) -> None:
    """By identifier, each with its facts, its messages and its time control."""
    listed = (await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))).games
    assert [info.game for info in listed] == sorted(registry.names())
    info = next(info for info in listed if info.game == "toy_bid")
    assert (info.title, info.version) == ("Sealed Bids", 1)
    assert (info.min_seats, info.max_seats, info.default_seats) == (2, 4, 2)
    assert info.config_type == "google.protobuf.Struct"
    assert info.action_type == "google.protobuf.Value"
    assert info.suggested_time_control.move_time.seconds == 1
    assert list(info.house_bots) == []


async def test_a_game_that_is_broken_is_left_out(
    referee: Referee, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others are listed as ever, and the log says why; whoever asks for it is told."""
    find = registry.find

    def find_others(game: str) -> AnyPlugin:
        if game == "diceman":
            raise BrokenGameError("the game diceman can't be used: out of dice")
        return find(game)

    monkeypatch.setattr(registry, "find", find_others)
    listed = (await soon(referee.lobby.ListGames(lobby_service_pb2.ListGamesRequest()))).games
    assert [info.game for info in listed] == sorted({*registry.names()} - {"diceman"})
    assert "out of dice" in "".join(capsys.readouterr())
    request = lobby_service_pb2.GetGameRequest(game="diceman")
    problem = await refusal(referee.lobby.GetGame(request))
    text = "the game diceman can't be used: out of dice"
    assert problem == Problem("INTERNAL", "REFEREE_FAULT", text)


async def test_a_game_is_described_in_full(referee: Referee, plugin: AnyPlugin) -> None:
    """With the JSON Schema of its config and its rulebook."""
    game = plugin.game.info.game
    described = await soon(referee.lobby.GetGame(lobby_service_pb2.GetGameRequest(game=game)))
    assert described.info.game == game
    assert described.rulebook == plugin.rulebook
    schema = json.loads(described.config_schema)
    assert set(schema["properties"]) == set(plugin.game.config_class.model_fields)
    assert all("default" in field for field in schema["properties"].values())
    assert described.tables == tables_json(plugin.tables)


@pytest.mark.parametrize("call", ["GetGame", "CreateMatch", "Enqueue"])
async def test_an_unknown_game_is_not_found(referee: Referee, call: str) -> None:
    """The text names those that are there."""
    request = getattr(lobby_service_pb2, f"{call}Request")(game="chess")
    text = f"unknown game 'chess'; installed: {', '.join(registry.names())}"
    problem = await refusal(getattr(referee.lobby, call)(request))
    assert problem == Problem("NOT_FOUND", "UNKNOWN_GAME", text)


# Making matches.


async def test_a_match_is_made_as_asked(referee: Referee) -> None:
    """All defaults filled in, nobody there yet, nothing of the seed told."""
    made = await referee.create(
        num_seats=3,
        config_json='{"rounds": 7}',
        time_control=terms(move_time=0.5, bank=10, strikes=0),
        players=["ada", "bob"],
        label="final",
    )
    match = made.match
    assert match.game == "toy_bid"
    assert match.phase == match_pb2.MATCH_PHASE_WAITING
    config = struct_pb2.Struct()
    assert match.config.Unpack(config)
    assert dict(config) == {"rounds": 7, "purse": 10}
    assert [seat.player for seat in match.seats] == ["ada", "bob", ""]
    assert not any(seat.joined or seat.connected for seat in match.seats)
    control = match.time_control
    assert (control.move_time.nanos, control.bank.seconds) == (500_000_000, 10)
    assert (control.lag_margin.nanos, control.join_limit.seconds) == (50_000_000, 60)
    assert control.HasField("strikes")
    assert control.strikes == 0
    assert match.label == "final"
    assert len(match.seed_commitment) == 32
    assert not match.HasField("reveal")
    assert not match.HasField("outcome")
    assert len(set(made.seat_tokens)) == 3
    assert await referee.get(match.match_id) == match


async def test_defaults_come_from_the_game(referee: Referee) -> None:
    """Seats, config and time control, when nothing is asked."""
    match = (await referee.create(time_control=None)).match
    assert len(match.seats) == 2
    assert match.time_control.move_time.seconds == 1
    assert match.config.value == SIMULTANEOUS.codec.encode_config(
        SIMULTANEOUS.game.config_class(rounds=4, purse=10)
    )


async def test_a_config_can_be_a_message(referee: Referee) -> None:
    """Fields that are not set have their defaults."""
    match = (await referee.create(config=_struct(rounds=3))).match
    config = struct_pb2.Struct()
    assert match.config.Unpack(config)
    assert dict(config) == {"rounds": 3, "purse": 10}


async def test_no_move_time_means_no_deadline(referee: Referee) -> None:
    """Absent is absent, and the game's strikes hold where none are given."""
    match = (await referee.create(time_control=terms(join_limit=5))).match
    assert not match.time_control.HasField("move_time")
    assert match.time_control.strikes == 3


@pytest.mark.parametrize("case", BAD_FIELDS)
async def test_a_field_out_of_bounds_is_named(referee: Referee, case: str) -> None:
    """With its bound and the value, and nothing is made."""
    fields, field, said = BAD_FIELDS[case]
    problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid", **fields)))
    assert problem == bad("BAD_FIELD", field, said)
    assert referee.server.lobby.matches() == []


@pytest.mark.parametrize("case", BAD_CONFIGS)
async def test_a_config_out_of_bounds_is_named(referee: Referee, case: str) -> None:
    """As JSON and, for numbers, as a message alike."""
    text, field, said = BAD_CONFIGS[case]
    problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid", config_json=text)))
    assert problem == bad("BAD_CONFIG", field, said)
    if case == "too low":
        request = Create(game="toy_bid", config=_struct(rounds=0))
        assert await refusal(referee.lobby.CreateMatch(request)) == problem


@pytest.mark.parametrize("text", ["{", "nothing", '{"rounds": 3', "[" * 100_000, '"\\ud8'])
async def test_what_is_no_json_is_malformed(referee: Referee, text: str) -> None:
    """Also what is nested too deep to be read."""
    problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid", config_json=text)))
    assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", "MALFORMED")
    assert problem.text.startswith("config_json is no JSON: ")


async def test_a_config_message_of_garbage_is_malformed(referee: Referee) -> None:
    """Of the right type, but no such message."""
    garbage = _packed("type.googleapis.com/google.protobuf.Struct", b"\xff")
    problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid", config=garbage)))
    assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", "MALFORMED")


@pytest.mark.parametrize("name", ["x" * 100_000, "\\ud800", "ü" * 400])
async def test_any_name_can_be_refused(referee: Referee, name: str) -> None:
    """However long it is, and even if UTF-8 can't carry it: a status still arrives."""
    request = Create(game="toy_bid", config_json=f'{{"{name}": 1}}')
    problem = await refusal(referee.lobby.CreateMatch(request))
    assert (problem.code, problem.reason) == ("INVALID_ARGUMENT", "BAD_CONFIG")
    assert len(problem.text) <= 500


async def test_a_fixed_seed_is_committed_to(referee: Referee) -> None:
    """And revealed only once the match is over, even by an abort."""
    policy = lobby_service_pb2.SeedPolicy(fixed=2**64 - 1)
    match = (await referee.create(seed_policy=policy)).match
    reveal = (await referee.abort(match.match_id)).reveal
    assert reveal.fixed
    assert reveal.server_seed == b"\xff" * 8
    assert hashlib.sha256(reveal.server_seed + reveal.salt).digest() == match.seed_commitment


async def test_secret_seeds_differ(referee: Referee) -> None:
    """From match to match, as do ids, salts and tokens."""
    policy = lobby_service_pb2.SeedPolicy(secret=True)
    made = [await referee.create(seed_policy=policy) for _ in range(3)]
    reveals = [(await referee.abort(one.match.match_id)).reveal for one in made]
    assert len({one.match.match_id for one in made}) == 3
    assert len({reveal.server_seed for reveal in reveals}) == 3
    assert len({reveal.salt for reveal in reveals}) == 3
    assert {len(reveal.server_seed) for reveal in reveals} == {32}
    assert len({token for one in made for token in one.seat_tokens}) == 6


async def test_full_is_full(tmp_path: Path) -> None:
    """A match that waits counts, one that has ended does not."""
    async with running(tmp_path, max_matches=2) as referee:
        first = await referee.create()
        await referee.create()
        problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid")))
        assert problem == Problem(
            "RESOURCE_EXHAUSTED",
            "TOO_MANY_MATCHES",
            "2 matches wait or run, which is the most allowed",
        )
        await referee.abort(first.match.match_id)
        await referee.create()


async def test_nothing_is_made_while_the_server_drains(tmp_path: Path) -> None:
    """Neither by an organizer nor from the queue; what was asked before is still answered."""
    async with running(tmp_path, drain_grace_ns=0) as referee:
        made = await referee.create(request_id="before")
        await referee.server.drain()
        problem = Problem("UNAVAILABLE", "DRAINING", "the server is going to stop")
        assert await refusal(referee.lobby.CreateMatch(Create(game="toy_bid"))) == problem
        request = lobby_service_pb2.EnqueueRequest(game="toy_bid")
        assert await refusal(referee.lobby.Enqueue(request)) == problem
        assert await referee.create(request_id="before") == made


async def test_a_match_that_can_t_be_recorded_is_not_made(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is said to be one, and leaves no file behind."""
    await referee.create()

    def full(_: int, __: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    problem = await refusal(referee.lobby.CreateMatch(Create(game="toy_bid")))
    text = "the match can't be recorded: No space left on device"
    assert problem == Problem("INTERNAL", "REFEREE_FAULT", text)
    assert len(referee.server.lobby.matches()) == 1
    assert len(referee.server.lobby.folder.unfinished()) == 1


# Asking twice.


async def test_a_repeated_request_has_the_same_answer(referee: Referee) -> None:
    """The same match, the same tokens; without a request_id every call makes another match."""
    fields: dict[str, Any] = {
        "request_id": "one",
        "config_json": '{"rounds": 5}',
        "seed_policy": lobby_service_pb2.SeedPolicy(fixed=3),
        "players": ["ada"],
    }
    made = await referee.create(**fields)
    assert await referee.create(**fields) == made
    assert len(referee.server.lobby.matches()) == 1
    assert (await referee.create()).match.match_id != (await referee.create()).match.match_id


async def test_a_repeated_request_tells_how_it_stands(referee: Referee) -> None:
    """Also once the match is over."""
    made = await referee.create(request_id="one")
    await referee.abort(made.match.match_id)
    again = await referee.create(request_id="one")
    assert again.seat_tokens == made.seat_tokens
    assert again.match.phase == match_pb2.MATCH_PHASE_ENDED


@pytest.mark.parametrize(
    "other",
    [
        {"num_seats": 3},
        {"config_json": '{"rounds": 5}'},
        {"players": ["bob"]},
        {"label": "other"},
        {"seed_policy": lobby_service_pb2.SeedPolicy(fixed=4)},
        {"seed_policy": lobby_service_pb2.SeedPolicy(secret=True)},
        {"time_control": terms(move_time=3)},
        {"spectate_policy": lobby_service_pb2.SpectatePolicy(full_view_delay=0)},
        {"game": "toy_draw"},
    ],
    ids=lambda fields: next(iter(fields)),
)
async def test_a_request_id_is_for_one_request(referee: Referee, other: dict[str, Any]) -> None:
    """Used for anything else it is refused, whatever differs."""
    fields: dict[str, Any] = {
        "game": "toy_bid",
        "time_control": PATIENT,
        "request_id": "one",
        "seed_policy": lobby_service_pb2.SeedPolicy(fixed=3),
    }
    await referee.create(**fields)
    request = Create(**(fields | other))
    assert await refusal(referee.lobby.CreateMatch(request)) == bad(
        "BAD_FIELD", "request_id", "new, or repeat the request it was first used for, not 'one'"
    )
