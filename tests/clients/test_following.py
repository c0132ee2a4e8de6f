"""Seats that go to the workers which have their matches, and come home when they can't stay; without I/O."""

from __future__ import annotations

import logging

import pytest

from gamereferee.games.diceman.v1.diceman_pb2 import Action, Observation
from gamereferee.v1 import error_pb2, match_pb2
from gamereferee.v1 import play_service_pb2 as wire
from referee_client.address import Address
from referee_client.bot import Bot
from referee_client.conversation import Conversation
from referee_client.errors import AddressError, JoinError, TakenOverError
from referee_client.line import Line
from tests.clients import scripted_referee as says

PICK = Action(dice=[0, 1])
THERE = "worker.example:7071"


class Seats:
    """A conversation whose seats are joined at home and are told of a worker, and all that it has asked for.

    Args:
        matches: A seat 0 of each.
    """

    def __init__(self, *matches: str) -> None:
        self.wanted: list[str] = []
        self.talk = Conversation(lambda _: PICK, on_worker=self.wanted.append)
        for match in matches:
            self.talk.join(f"token-{match}")
        self.talk.finish()
        self.talk.opened()
        self.matches = matches
        self.joins = {join.token: join for join in said(self.talk.home).joins}
        for match in matches:
            self.join(match, self.talk.home, THERE)
            self.talk.receive(wire.PlayResponse(starts=[says.started(match)]))

    def join(self, match: str, line: Line, address: str = "") -> None:
        """Have the referee take a seat's token."""
        joined = says.joined(self.joins[f"token-{match}"], match)
        joined.worker_address = address
        self.talk.receive(wire.PlayResponse(joins=[joined]), line)

    def worker(self, address: str = THERE) -> Line:
        """A line to a worker that has answered."""
        line = Line(address)
        assert said(line).HasField("ping")
        self.talk.receive(wire.PlayResponse(pong=wire.Pong(number=1)), line)
        return line

    def moved(self) -> Line:
        """A line to a worker to which all seats have gone."""
        line = self.worker()
        assert tokens(line) == [f"token-{match}" for match in self.matches]
        for match in self.matches:
            self.talk.receive(wire.PlayResponse(rejections=[taken_over(match)]), self.talk.home)
            self.join(match, line, THERE)
        return line

    def play(self, line: Line, *turns: wire.Turn) -> list[int]:
        """Numbers of the turns that are answered on a line when these have come on it."""
        for _ in self.talk.play(self.talk.receive(wire.PlayResponse(turns=turns), line)):
            pass
        return [action.turn for action in said(line).actions]


def said(line: Line) -> wire.PlayRequest:
    """What is to be said on a line."""
    return line.outbox.take() or wire.PlayRequest()


def tokens(line: Line) -> list[str]:
    """Tokens that are presented on a line, and nothing else."""
    request = said(line)
    assert request == wire.PlayRequest(joins=request.joins)
    return [join.token for join in request.joins]


def taken_over(match: str) -> wire.Rejected:
    """What is told of a seat that another stream has taken."""
    return says.rejected(error_pb2.ERROR_REASON_TAKEN_OVER, match)


def test_who_follows_asks_to_be_told() -> None:
    """And who does not, does not ask."""
    assert all("worker-address" in join.features for join in Seats("m").joins.values())
    talk = Conversation(lambda _: PICK)
    talk.join("token")
    assert "worker-address" not in said(talk.home).joins[0].features


def test_seats_stay_until_the_worker_has_answered() -> None:
    """They play on at home; then all go that are told of it, and nothing is lost on the way."""
    seats = Seats("a", "b")
    assert seats.wanted == [THERE, THERE]
    assert seats.play(seats.talk.home, says.turn("a", 1)) == [1]
    line = seats.moved()
    assert seats.play(line, says.turn("a", 2), says.turn("b", 1)) == [2, 1]
    assert seats.talk.failures == []


def test_a_seat_that_is_told_later_goes_at_once() -> None:
    """There is a line already, and nobody has to ask for one."""
    wanted: list[str] = []
    talk = Conversation(lambda _: PICK, on_worker=wanted.append)
    line = Line(THERE)
    talk.receive(wire.PlayResponse(pong=wire.Pong(number=1)), line)
    said(line)
    talk.join("token")
    joined = says.joined(said(talk.home).joins[0], "m")
    joined.worker_address = THERE
    talk.receive(wire.PlayResponse(joins=[joined]))
    assert (wanted, tokens(line)) == ([], ["token"])


def test_a_referee_that_tells_of_no_worker_keeps_its_seats() -> None:
    """As all did that there were before."""
    wanted: list[str] = []
    talk = Conversation(lambda _: PICK, on_worker=wanted.append)
    talk.join("token")
    join = said(talk.home).joins[0]
    talk.receive(wire.PlayResponse(joins=[says.joined(join, "m")]))
    assert wanted == []


def test_the_open_turn_goes_with_its_seat() -> None:
    """What is decided while the seat moves is told where the turn comes again, once."""
    seats = Seats("m")
    talk = seats.talk
    turns = talk.receive(wire.PlayResponse(turns=[says.turn("m", 1)]))
    line = seats.worker()
    for _ in talk.play(turns):
        pass
    assert tokens(line) == ["token-m"]
    assert said(talk.home) == wire.PlayRequest()
    seats.join("m", line)
    assert seats.play(line, says.turn("m", 1)) == [1]
    assert seats.play(line, says.turn("m", 1)) == [1]  # the answer was lost: it is told again


def test_turns_on_the_line_that_a_seat_has_left_are_nobody_s() -> None:
    """They come again on the other one."""
    seats = Seats("m")
    line = seats.worker()
    assert seats.play(seats.talk.home, says.turn("m", 1)) == []
    said(line)
    seats.join("m", line)
    assert seats.play(line, says.turn("m", 1)) == [1]


def test_a_rejection_on_the_line_that_a_seat_has_left_is_not_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An answer may have been overtaken by the seat: the turn comes again, and so does its answer."""
    caplog.set_level(logging.WARNING)
    told: list[str] = []

    class Told(Bot):
        def act(self, _observation: Observation) -> Action:
            return PICK

        def on_rejected(self, rejection: object) -> None:
            told.append(str(rejection))

    wanted: list[str] = []
    talk = Conversation(Told, on_worker=wanted.append)
    talk.join("token")
    joined = says.joined(said(talk.home).joins[0], "m")
    joined.worker_address = THERE
    talk.receive(wire.PlayResponse(joins=[joined]))
    line = Line(THERE)
    talk.receive(wire.PlayResponse(pong=wire.Pong(number=1)), line)
    late = says.rejected(error_pb2.ERROR_REASON_ENDED, "m", 1)
    talk.receive(wire.PlayResponse(rejections=[late]), talk.home)
    assert (told, caplog.text) == ([], "")
    late.say_number = 1  # what a bot says goes out once, so it has to hear of it on whichever line
    talk.receive(wire.PlayResponse(rejections=[late]), talk.home)
    assert len(told) == 1


@pytest.mark.parametrize("has_arrived", [True, False])
def test_a_nonce_that_was_opened_at_home_counts_at_the_worker(
    caplog: pytest.LogCaptureFixture, has_arrived: bool
) -> None:
    """If the start shows it; else it was lost with the stream."""
    caplog.set_level(logging.WARNING)
    talk = Conversation(lambda _: PICK, on_worker=lambda _: None)
    talk.join("token")
    join = said(talk.home).joins[0]
    joined = says.joined(join, "m")
    joined.worker_address = THERE
    joined.features.append("nonce-commitments")
    own = match_pb2.SeatNonce(
        state=match_pb2.NONCE_STATE_COMMITTED, commitment=join.nonce_commitment
    )
    shown = wire.NonceCommitments(match_id="m", nonces=[own, own])
    talk.receive(wire.PlayResponse(joins=[joined], commitments=[shown]))
    (opening,) = said(talk.home).openings
    line = Line(THERE)
    talk.receive(wire.PlayResponse(pong=wire.Pong(number=1)), line)
    started = wire.MatchStarted(match_id="m", nonces=[own, own], nonces_committed=True)
    if has_arrived:
        started.nonces[0].nonce = opening.nonce
        started.nonces[0].state = match_pb2.NONCE_STATE_OPENED
    talk.receive(wire.PlayResponse(starts=[started]), line)
    assert ("was not opened in time" in caplog.text) is not has_arrived


def test_what_was_to_be_said_goes_along() -> None:
    """Messages to other seats and resignations, behind the join; answers do not."""
    seats = Seats("m", "n")
    talk = seats.talk
    (turn,) = talk.receive(
        wire.PlayResponse(
            turns=[says.turn("m", 1, channels=[wire.Channel(name="all", members=[0, 1])])]
        )
    )
    turn.say("all", "hello")
    talk.resign("n", 0)
    line = seats.worker()
    request = said(line)
    assert [join.token for join in request.joins] == ["token-m", "token-n"]
    assert [say.text for say in request.says] == [b"hello"]
    assert [resign.match_id for resign in request.resigns] == ["n"]
    assert said(talk.home) == wire.PlayRequest()
    talk.resign("m", 0)
    assert [resign.match_id for resign in said(line).resigns] == ["m"]


def test_seats_go_home_when_the_line_is_lost_and_come_back() -> None:
    """At home they join again, and follow when there is a line again."""
    seats = Seats("m")
    talk = seats.talk
    line = seats.moved()
    turns = talk.receive(wire.PlayResponse(turns=[says.turn("m", 1)]), line)
    talk.lines.lost(line)
    assert tokens(talk.home) == ["token-m"]
    for _ in talk.play(turns):
        pass
    assert said(talk.home) == wire.PlayRequest()
    seats.join("m", talk.home, THERE)
    assert seats.wanted == [THERE, THERE]
    assert talk.lines.wants(THERE)
    assert seats.play(talk.home, says.turn("m", 1)) == [1]
    again = seats.moved()
    assert not talk.lines.wants(THERE)
    assert seats.play(again, says.turn("m", 2)) == [2]


def test_a_seat_goes_nowhere_while_its_token_is_looked_at() -> None:
    """Of two joins on two streams nobody would know which came last."""
    seats = Seats("m")
    talk = seats.talk
    talk.lines.lost(seats.moved())
    assert tokens(talk.home) == ["token-m"]
    line = seats.worker()
    assert said(line) == wire.PlayRequest()
    seats.join("m", talk.home, THERE)
    assert tokens(line) == ["token-m"]


def test_seats_of_a_worker_stay_there_when_the_line_home_breaks() -> None:
    """Only tokens of those at home are presented on its next stream."""
    seats = Seats("m")
    line = seats.moved()
    seats.talk.opened()
    assert tokens(seats.talk.home) == []
    assert seats.play(line, says.turn("m", 1)) == [1]


def test_a_seat_whose_token_a_worker_refuses_stays_home() -> None:
    """It is played there, whatever worker is named later."""
    seats = Seats("m")
    talk = seats.talk
    line = seats.worker()
    said(line)
    join = seats.joins["token-m"]
    refused = says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=join)
    talk.receive(wire.PlayResponse(rejections=[refused]), line)
    assert tokens(talk.home) == ["token-m"]
    before = [*seats.wanted]
    for address in (THERE, "other.example:7071"):
        seats.join("m", talk.home, address)
        assert said(line) == wire.PlayRequest()
        assert not talk.lines.wants(address)
    assert seats.wanted == before
    assert seats.play(talk.home, says.turn("m", 1)) == [1]
    assert talk.failures == []


def test_a_token_that_is_refused_at_home_is_refused() -> None:
    """There is nowhere else to go."""
    seats = Seats("m")
    talk = seats.talk
    talk.lines.lost(seats.moved())
    refused = says.rejected(error_pb2.ERROR_REASON_BAD_TOKEN, join=seats.joins["token-m"])
    talk.receive(wire.PlayResponse(rejections=[refused]))
    assert [type(error) for error in talk.failures] == [JoinError]


def test_another_process_takes_a_seat_over_at_its_worker() -> None:
    """That is an error as ever."""
    seats = Seats("m")
    line = seats.moved()
    seats.talk.receive(wire.PlayResponse(rejections=[taken_over("m")]), line)
    assert [type(error) for error in seats.talk.failures] == [TakenOverError]


def test_that_a_seat_went_away_may_be_told_when_it_is_back() -> None:
    """The rejection of its first stay at home comes late, and is not about the second."""
    seats = Seats("m")
    talk = seats.talk
    line = seats.worker()
    assert tokens(line) == ["token-m"]
    talk.lines.lost(line)
    assert tokens(talk.home) == ["token-m"]
    late = wire.PlayResponse(rejections=[taken_over("m")])
    talk.receive(late)
    seats.join("m", talk.home)
    assert seats.play(talk.home, says.turn("m", 1)) == [1]
    assert talk.failures == []
    talk.receive(late)
    assert [type(error) for error in talk.failures] == [TakenOverError]


def test_a_match_that_ends_at_its_worker_is_over() -> None:
    """And so is play, when it was the last one."""
    seats = Seats("m", "n")
    line = seats.moved()
    seats.talk.receive(wire.PlayResponse(ends=[says.ended("m")]), line)
    assert not seats.talk.is_done
    seats.talk.lines.lost(line)
    assert tokens(seats.talk.home) == ["token-n"]
    seats.talk.receive(wire.PlayResponse(ends=[says.ended("n")]))
    assert seats.talk.is_done


@pytest.mark.parametrize(
    ("home", "text", "target"),
    [
        ("referee.example:7070", "referee.example:7071", "referee.example:7071"),
        ("unix:/r", "unix:/w-0", "unix:/w-0"),
        ("unix:/r", "localhost:7071", "localhost:7071"),
    ],
)
def test_a_worker_is_trusted_as_its_router_is(home: str, text: str, target: str) -> None:
    """With the same roots, if there are any."""
    for roots in (None, b"roots"):
        address = Address(home, roots)
        assert address.beside(text) == Address(target, roots)


@pytest.mark.parametrize(
    ("text", "message"),
    [("unix:/run/w-0", "from a Unix socket alone"), ("nowhere", "must be unix:/path or HOST")],
)
def test_a_referee_can_not_lead_anywhere(text: str, message: str) -> None:
    """Not from the network to a socket of this machine, which may be anybody's."""
    with pytest.raises(AddressError, match=message):
        Address("referee.example:7070", b"roots").beside(text)
