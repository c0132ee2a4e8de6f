"""Scenarios with seats that the bot can't play: taken over by another process, or of another game."""

from __future__ import annotations

from gamereferee.v1 import play_service_pb2 as wire
from gamereferee.v1.error_pb2 import ErrorReason
from referee.conformance.matches import ScriptedMatch
from referee.conformance.opening import seated, seated_again
from referee.conformance.scenario import scenario
from referee.conformance.stage import ScenarioStage
from referee.conformance.unknown import UNKNOWN_TYPE
from referee.core.game import AnyPlugin
from referee.replay.wire import TYPE_PREFIX

OTHER_GAME = "of_a_newer_version"
"""Name of a game that does not exist."""


@scenario("taken-over", 15, 17, 23)
async def _taken_over(stage: ScenarioStage) -> None:
    """Another process takes over one of two seats: the bot does not join it again, and plays the other."""
    lost, kept = stage.matches(2)
    stream = await seated(stage, lost, kept)
    await stream.play(lost, kept, turns=1)
    await stream.say(
        wire.Rejected(
            match_id=lost.match_id,
            seat=0,
            reason=ErrorReason.ERROR_REASON_TAKEN_OVER,
            text="another stream has presented the token",
        )
    )
    stage.ledger.close(lost, "another process has taken it over")
    await stream.play(kept, turns=1, duty=17)
    stream.fail()
    again = await seated_again(stage, kept)
    await again.play(kept, turns=1, duty=17)
    await stage.finish(again, kept, status=1)


@scenario("taken-over-alone", 15, 17, 23)
async def _taken_over_alone(stage: ScenarioStage) -> None:
    """Another process takes over the only seat: the bot exits with status 1."""
    match = stage.match()
    stream = await seated(stage, match)
    await stream.ask(match)
    stage.ledger.close(match, "another process has taken it over")
    await stream.say(
        wire.Rejected(
            match_id=match.match_id,
            seat=0,
            reason=ErrorReason.ERROR_REASON_TAKEN_OVER,
            text="another stream has presented the token",
        )
    )
    await stage.finish(stream, status=1)


@scenario("wrong-game", 18, 23)
async def _wrong_game(stage: ScenarioStage) -> None:
    """One of two seats is of another game: the bot resigns it and plays the other, exit status 1."""
    wrong, right = stage.matches(2)
    await stage.start(wrong, right)
    stage.ledger.may_resign.add((wrong.match_id, 0))
    stream = await stage.stream()
    (join,) = await stream.joins(*wrong.tokens.values())
    wrong.nonces[0] = join.nonce
    await stream.say(_of_another_game(wrong.joined(0, join.number), stage.setting.other_game))
    await stream.until(
        lambda: any(message.resigns for message in stream.messages),
        18,
        "a resignation of the seat of another game",
    )
    stage.ledger.close(wrong, "it was resigned")
    await stream.seat(right, duty=18)
    await stream.play(right, turns=2, duty=18)
    await stream.say(*_resigned(wrong))
    await stage.finish(stream, right, status=1)


@scenario("wrong-game-alone", 18, 23)
async def _wrong_game_alone(stage: ScenarioStage) -> None:
    """The only seat is of another game, and gets a turn: the bot resigns unplayed, exit status 1."""
    match = stage.match()
    await stage.start(match)
    stage.ledger.may_resign.add((match.match_id, 0))
    stream = await stage.stream()
    (join,) = await stream.joins(*match.tokens.values())
    turn = match.turn()
    turn.observation.type_url = TYPE_PREFIX + UNKNOWN_TYPE
    stage.forbid(turn, 18, "of another game than the bot's")
    joined = _of_another_game(match.joined(0, join.number), stage.setting.other_game)
    await stream.say(joined, match.started(0), turn)
    await stream.until(
        lambda: any(message.resigns for message in stream.messages),
        18,
        "a resignation of the seat of another game",
    )
    await stream.say(*_resigned(match))
    await stage.finish(stream, status=1)


def _of_another_game(joined: wire.Joined, other: AnyPlugin | None) -> wire.Joined:
    """Change the answer to a join so that the match is of another game, and return it.

    The game is `other`; for None, one that does not exist.
    """
    if other is None:
        joined.game = OTHER_GAME
        joined.config.type_url = TYPE_PREFIX + UNKNOWN_TYPE
        return joined
    joined.game = other.game.info.game
    joined.config.type_url = TYPE_PREFIX + other.codec.config_type
    config = other.game.config_class()
    joined.config.value = other.codec.encode_public_config(config)
    return joined


def _resigned(match: ScriptedMatch) -> list[wire.MatchEnded]:
    """Return a MatchEnded message for each of the bot's seats in a match that it has resigned.

    The messages contain no events, which only a bot of the match's game could parse.
    """
    ends = [match.ended(seat) for seat in match.seats]
    for end in ends:
        end.ClearField("events")
    return ends
