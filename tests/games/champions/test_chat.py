"""Chat of Champions through the match: the rooms of CH-4.10 and CH-6.6, and the worked example E-13."""

from __future__ import annotations

import pytest

from referee.core.chat import Channel
from referee.core.game import Event
from referee.core.time_control import TimeControl
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.engine import Champions
from referee.games.champions.state import State
from referee.games.champions.wire.actions import Loot, Move
from referee.match import events as ev
from referee.match.effects import Effect, OpenTurn, Reject, Show
from referee.match.machine import MatchMachine, MatchTerms
from referee.match.rejection import Rejection
from referee.match.talk import Heard
from tests.match.driver import told_to

NUM_SEATS = 12
ROUND = 3
EVERYBODY = Channel("MAIN", 0, tuple(range(NUM_SEATS)), is_public=True)


def _places() -> list[dict[str, object]]:
    """Seats 0 and 4 on tile 5, seat 7 on tile 1, the others alone on tiles that nobody comes to."""
    special = {0: 5, 4: 5, 7: 1}
    free = [tile for tile in range(16) if tile not in special.values()]
    others = [seat for seat in range(NUM_SEATS) if seat not in special]
    tiles = special | dict(zip(others, free, strict=False))
    return [{"pos": [tiles[seat] // 4, tiles[seat] % 4]} for seat in range(NUM_SEATS)]


class Round3(Champions):
    """Champions from the middle of a match on."""

    def start(
        self, config: ChampionsConfig, *, seed: int, num_seats: int
    ) -> tuple[State, list[Event]]:
        """As the example has it: round 3, MOVE opens."""
        values = {"seed": seed, "round": ROUND, "size": 4, "phase": "MOVE", "seats": _places()}
        return self.parse_state(config, num_seats, values), []


class Match:
    """A match of it in which all seats are there."""

    def __init__(self) -> None:
        game = Round3()
        self.machine = MatchMachine(
            MatchTerms(game, ChampionsConfig(), NUM_SEATS, TimeControl(None), bytes(8), True),
            created_ns=0,
        )
        self.effects: list[Effect] = []
        for seat in range(NUM_SEATS):
            self.handle(ev.SeatJoined(seat, 0))

    def handle(self, event: ev.MatchEvent) -> list[Effect]:
        """Feed an event; the last effects are kept."""
        self.effects = self.machine.handle(event)
        return self.effects

    def say(self, seat: int, room: str, text: str) -> Rejection | None:
        """Let a seat say something; returns why it was not taken."""
        turn = self.machine.seats[seat].turn
        effects = self.handle(ev.Spoken(seat, turn, room, text.encode(), 1, 0))
        rejected = [effect.reason for effect in effects if isinstance(effect, Reject)]
        return rejected[0] if rejected else None

    def act(self, action: object, **others: object) -> None:
        """Let all seats that act do the same, but for some, such as `seat0`."""
        for seat in [seat for seat, state in enumerate(self.machine.seats) if state.is_open]:
            turn = self.machine.seats[seat].turn
            chosen = others.get(f"seat{seat}", action)
            self.handle(ev.ActionReceived(seat, turn, chosen, b"", 0))

    def turn(self, seat: int) -> OpenTurn:
        """The turn that the last step has opened for a seat."""
        (turn,) = [told for told in told_to(seat, self.effects) if isinstance(told, OpenTurn)]
        return turn


@pytest.fixture
def match() -> Match:
    """MOVE of round 3 is open."""
    return Match()


def test_example_e_13(match: Match) -> None:
    """E-13, sentence by sentence."""
    tile_5 = Channel("TILE", 5, (0, 4))
    assert match.turn(0).channels == match.turn(4).channels == (EVERYBODY, tile_5)
    assert match.turn(7).channels == (EVERYBODY,)
    assert match.say(0, "TILE", "truce?") is None
    assert match.say(7, "TILE", "hi") is Rejection.MSG_NO_ROOM
    match.act(Move(), seat0=Move(-1, 0))
    truce = Heard(0, tile_5, "truce?", ROUND, "MOVE")
    assert match.turn(0).said == match.turn(4).said == (truce,)
    assert match.turn(7).said == ()
    tile_1 = Channel("TILE", 1, (0, 7))
    assert match.turn(0).channels == match.turn(7).channels == (EVERYBODY, tile_1)
    assert match.turn(4).channels == (EVERYBODY,)
    assert match.say(4, "TILE", "alone") is Rejection.MSG_NO_ROOM
    assert match.say(7, "TILE", "hi") is None
    match.act(Loot())
    again = Heard(7, tile_1, "hi", ROUND, "LOOT")
    assert match.turn(0).said == match.turn(7).said == (again,)
    assert match.turn(4).said == ()


def test_the_main_thread_is_for_all_and_for_spectators(match: Match) -> None:
    """CH-6.6: sorted by phase, then by sender, then as it was said; tiles are not public."""
    assert match.say(9, "MAIN", "I am at the core") is None
    assert match.say(0, "TILE", "he is not") is None
    assert match.say(0, "MAIN", "so am I") is None
    match.act(Move())
    for seat in range(NUM_SEATS):
        main = [heard.text for heard in match.turn(seat).said if heard.channel.name == "MAIN"]
        assert main == ["so am I", "I am at the core"]
    (show,) = [effect for effect in match.effects if isinstance(effect, Show)]
    assert [(heard.text, heard.channel.is_public) for heard in show.said] == [
        ("he is not", False),
        ("so am I", True),
        ("I am at the core", True),
    ]


def test_the_checks_of_ch_4_10(match: Match) -> None:
    """The first failure gives the code; the limits are those of CH-2.1: two of 200 bytes."""
    assert match.say(1, "LOBBY", "x" * 201) is Rejection.MSG_BAD_TEXT
    assert match.say(1, "MAIN", "x" * 201) is Rejection.MSG_TOO_LONG
    assert match.say(1, "MAIN", "the third") is Rejection.MSG_TOO_MANY
    assert match.say(2, "MAIN", "\x7f") is Rejection.MSG_BAD_TEXT
    assert match.say(3, "TILE", "x" * 201) is Rejection.MSG_TOO_LONG
    assert match.say(3, "TILE", "x" * 200) is Rejection.MSG_NO_ROOM
    assert match.say(4, "MAIN", "ü" * 100) is None
    assert match.say(5, "MAIN", "ü" * 100 + "u") is Rejection.MSG_TOO_LONG


def test_talk_has_no_effect_on_the_game() -> None:
    """CH-4.10: the same actions lead to the same state, whatever is said."""
    digests = []
    for is_chatty in (False, True):
        match = Match()
        for action in (Move(), Loot()):
            if is_chatty:
                for seat in range(NUM_SEATS):
                    match.say(seat, "MAIN", f"seat {seat}")
                    match.say(seat, "TILE", "psst")
            match.act(action)
        digests.append(match.machine.digest())
    assert digests[0] == digests[1]
