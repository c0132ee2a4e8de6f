"""Matches of random play with their replays, for commands that play them again."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from gamereferee.v1 import replay_pb2
from referee.core.rng import Stream
from referee.games import registry
from referee.match.events import SeatResigned, Spoken
from referee.replay.closing import close_journal
from referee.replay.journal import read_records
from referee.replay.reader import load
from referee.replay.verify import verify
from tests.cli.command import Ran, process
from tests.replay.recording import Recorder

CONFIGS: dict[str, dict[str, object]] = {
    "diceman": {"games": 3},
    "swordman": {"games": 2},
    "dice_adventure": {"levels": [{"name": "L1"}], "round_cap": 3},
    "champions": {"max_rounds": 3},
}

Talks = dict[int, list[tuple[int, str, str]]]
"""Seat, channel and text of what is said, by the steps before it."""

PLAYER = """
import json, sys
from google.protobuf import symbol_database
from referee_client import run

book = json.load(open(sys.argv[1]))
otherwise = int(sys.argv[2])
seen = open(sys.argv[3], "a")

def act(observation, turn):
    module = type(observation).__module__
    action_class = getattr(sys.modules[module], "Action")
    seen.write(json.dumps([turn.number, observation.SerializeToString().hex()]) + chr(10))
    seen.flush()
    played = book.get(str(turn.number), "")
    return action_class.FromString(bytes.fromhex("" if turn.number == otherwise else played))

run(act, [])
"""
"""Plays by a book, but nothing at all in one turn; writes down what it sees."""


class Recorded:
    """A replay of random play, and the book of each seat."""

    def __init__(
        self,
        folder: Path,
        game: str,
        *,
        leaves_at: int = 0,
        num_seats: int | None = None,
        talks: Talks | None = None,
        config: dict[str, object] | None = None,
    ) -> None:
        self.folder = folder
        plugin = registry.find(game)
        journal = folder / "m.journal"
        config = CONFIGS.get(game) if config is None else config
        recorder = Recorder(plugin, journal, config=config, num_seats=num_seats)
        recorder.join_all()
        dice = Stream(11)
        while recorder.machine.outcome is None:
            for seat, channel, text in (talks or {}).pop(recorder.machine.steps, []):
                turn = recorder.machine.seats[seat].turn
                recorder.handle(Spoken(seat, turn, channel, text.encode(), 0, 0))
            is_in = recorder.machine.seats[1].forfeit is None
            if leaves_at and is_in and recorder.machine.steps == leaves_at:
                recorder.handle(SeatResigned(1, 0))
            else:
                recorder.answer(dice)
        recorder.journal.close()
        self.path = folder / "m.replay"
        close_journal(journal, self.path)
        self.steps = recorder.machine.steps

    def books(self) -> dict[int, dict[int, str]]:
        """Payloads in hex by seat and turn."""
        books: dict[int, dict[int, str]] = {}
        for step in steps_of(self.path):
            for action in step.actions:
                books.setdefault(action.seat, {})[action.turn] = action.payload.hex()
        return books

    def player(self, seat: int, *, otherwise: int = 0) -> str:
        """A command that plays a seat by its book."""
        (self.folder / "player.py").write_text(PLAYER)
        (self.folder / "book.json").write_text(json.dumps(self.books()[seat]))
        files = [str(self.folder / name) for name in ("player.py", "book.json", "seen")]
        return shlex.join([sys.executable, *files[:2], str(otherwise), files[2]])

    def rerun(self, *words: str) -> tuple[Ran, Path]:
        """Run the command; returns the new replay."""
        ran = process(
            *("replay", "rerun", str(self.path), "--replay-dir", str(self.folder / "reruns")),
            *words,
        )
        (path,) = (self.folder / "reruns").glob("*.replay")
        assert ran.out.splitlines()[-1] == f"replay {path}"
        assert verify(path).problem is None
        return ran, path

    def seen(self) -> list[tuple[int, str]]:
        """Turn and observation in hex of all that the player was asked."""
        lines = (self.folder / "seen").read_text().splitlines()
        return [(turn, observation) for turn, observation in map(json.loads, lines)]


def steps_of(path: Path) -> list[replay_pb2.StepRecord]:
    """The steps of a replay."""
    return [record.step for record in read_records(path) if record.HasField("step")]


def observations(path: Path, seat: int) -> dict[int, str]:
    """What a seat saw in each turn of a recorded match, in hex: simulated without a referee."""
    replay = load(path)
    assert replay.end is not None
    machine = replay.machine(replay.end.reveal.server_seed)
    game, codec = replay.plugin.game, replay.plugin.codec
    seen: dict[int, str] = {}
    for _ in replay.redone(machine):
        if machine.point is not None and seat in machine.point.seats:
            (encoded,) = codec.encode_observations(
                machine.terms.config, game.observe(machine.state, [seat])
            )
            seen[machine.seats[seat].turn + 1] = encoded.hex()
    return seen


def check_refused(ran: Ran, message: str) -> None:
    """The command was refused in one line, which has this message."""
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("referee: ")
    assert ran.err.count("\n") == 1
    assert message in ran.err
