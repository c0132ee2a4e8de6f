"""A referee that cheats about dice, in every way its protocol leaves it, and who finds it out.

The bot's side is the Python SDK, the replay is what the referee lays open afterwards, and the witness
is what the SDK has kept. The table of `docs/fairness.md` says the same as the one here.
"""

from __future__ import annotations

import dataclasses
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamereferee.v1 import match_pb2, play_service_pb2, replay_pb2
from referee.core.rng import Stream, commitment, match_seed
from referee.games import registry
from referee.match import events as ev
from referee.match.effects import Begin, ShowNonces
from referee.match.machine import MatchPhase
from referee.replay.journal import read_records
from referee.replay.verify import verify
from referee.replay.wire import nonces_as_shown, seat_nonces
from referee_client.conversation import Conversation
from tests.replay.recording import SALT, SERVER_SEED, Recorder, forge

RIVAL, INVENTED = b"r" * 16, b"i" * 16
ASKED = "nonce-commitments"


def nothing(_: Any) -> None:
    """An honest referee changes nothing."""


@dataclasses.dataclass(frozen=True)
class Cheat:
    """What a referee does otherwise than it should."""

    found_by_sdk: str = ""
    """What the SDK logs; empty if it can't find out."""
    doubted_by_sdk: str = ""
    """What it warns of, where it can't tell a cheat from a bot that was started again."""
    found_by_replay: str = ""
    """What `verify` says of the replay alone; empty if that looks right."""
    found_by_witness: str = ""
    """What `verify` says with the seat's witness, if the replay alone looks right."""
    joined: Callable[[play_service_pb2.Joined], None] = nothing
    shown: Callable[[play_service_pb2.NonceCommitments], None] = nothing
    started: Callable[[play_service_pb2.MatchStarted], None] = nothing
    ended: Callable[[play_service_pb2.MatchEnded], None] = nothing
    replay: Callable[[list[replay_pb2.Record]], None] = nothing
    rival: bytes = RIVAL
    """The nonce of the other seat, which is the referee's friend."""
    shows: bytes = RIVAL
    """The nonce whose commitment it shows for that seat."""
    own: bytes = b""
    """The nonce it plays with for the bot's seat, if not that of the bot."""
    dice: str = "nonces committed"
    """What `verify` says of the dice, if nothing looks wrong."""
    opens_own: bool = True
    """Whether it takes the bot's opening."""
    server_seed: bytes = SERVER_SEED
    """What it plays with."""


def changed_seed(reveal: match_pb2.SeedReveal) -> None:
    """Another server seed that gives other dice, made to fit the match seed."""
    reveal.server_seed = b"x" * 32
    reveal.match_seed = match_seed(reveal.server_seed, list(reveal.nonces))


def end_of(records: list[replay_pb2.Record]) -> replay_pb2.EndRecord:
    """The last record."""
    return records[-1].end


def moved(reveal: match_pb2.SeedReveal) -> None:
    """One byte of the salt said to be of the seed."""
    both = SERVER_SEED + SALT
    reveal.server_seed, reveal.salt = both[:33], both[33:]
    reveal.match_seed = match_seed(reveal.server_seed, list(reveal.nonces))


def fixed(reveal: match_pb2.SeedReveal) -> None:
    """Drawn, and said to be fixed."""
    both = SERVER_SEED + SALT
    reveal.server_seed, reveal.salt, reveal.fixed = both[:8], both[8:], True
    reveal.match_seed = int.from_bytes(both[:8], "big")


def as_fixed(records: list[replay_pb2.Record]) -> None:
    """A whole replay of a match with a fixed seed."""
    records[0].header.seed_fixed = True
    fixed(end_of(records).reveal)


def other_dice(records: list[replay_pb2.Record]) -> None:
    """Dice of a seed that suits the referee, under the digests of those that were shown in play."""
    reveal = end_of(records).reveal
    joins = [record.join for record in records if record.HasField("join")]
    openings = [record.opened for record in records if record.HasField("opened")]
    openings[1].nonce = reveal.nonces[1] = INVENTED
    joins[1].nonce_commitment = reveal.nonce_commitments[1] = hashlib.sha256(INVENTED).digest()
    reveal.match_seed = match_seed(reveal.server_seed, list(reveal.nonces))


def swapped(started: play_service_pb2.MatchStarted) -> None:
    """The rival's nonce is another than it has committed itself to."""
    started.nonces[1].nonce = INVENTED


def say_plain(started: play_service_pb2.MatchStarted) -> None:
    """The rival is said to have sent its nonce at once, though a commitment was shown."""
    started.nonces[1].state = match_pb2.NONCE_STATE_PLAIN
    started.nonces[1].commitment = b""


def forget(started: play_service_pb2.MatchStarted) -> None:
    """Features promised, and nothing told."""
    started.ClearField("nonces")


def other_commitment(joined: play_service_pb2.Joined) -> None:
    """Each seat is told another commitment than the replay has."""
    joined.seed_commitment = bytes(32)


def joined_before(joined: play_service_pb2.Joined) -> None:
    """Another process is said to have joined the seat, so that not the bot's nonce counts."""
    joined.rejoined = True


def without_features(joined: play_service_pb2.Joined) -> None:
    """The referee is said to know nothing of commitments."""
    joined.ClearField("features")


ANOTHERS = "this seat's nonce is another process's to check"
ANOTHERS_DICE = "nonces committed, but the witness of seat 0 doesn't know its nonce"
UNFIT = "the revealed server seed and salt do not give the commitment"
CHEATS = {
    "honest": Cheat(),
    "another server seed": Cheat(
        found_by_sdk=UNFIT,
        found_by_replay="the reveal doesn't match the seed commitment",
        ended=lambda ended: changed_seed(ended.reveal),
        replay=lambda records: changed_seed(end_of(records).reveal),
    ),
    "another boundary of seed and salt": Cheat(
        found_by_sdk="the revealed server seed or salt has a wrong length",
        found_by_replay="the salt has 31 bytes instead of 32",
        ended=lambda ended: moved(ended.reveal),
        replay=lambda records: moved(end_of(records).reveal),
        server_seed=(SERVER_SEED + SALT)[:33],
    ),
    "drawn and said to be fixed": Cheat(
        found_by_sdk="the reveal and the start disagree whether the seed is fixed",
        found_by_replay="the salt has 56 bytes instead of 32",
        ended=lambda ended: fixed(ended.reveal),
        replay=as_fixed,
    ),
    "another match seed than follows": Cheat(
        found_by_sdk="the match seed does not follow from server seed and nonces",
        found_by_replay="the match seed is 7, but should be",
        ended=lambda ended: setattr(ended.reveal, "match_seed", 7),
        replay=lambda records: setattr(end_of(records).reveal, "match_seed", 7),
    ),
    "a rival's nonce invented after the bot's was opened": Cheat(
        found_by_sdk="the nonces told at the start are not those that had been committed to",
        found_by_witness="seat 0 was told otherwise: a nonce commitment",
        rival=INVENTED,
    ),
    "a rival's nonce changed after its commitment": Cheat(
        found_by_sdk="a seat's nonce is not the one it had committed itself to",
        found_by_witness="seat 0 was told otherwise: a nonce at the start",
        started=swapped,
    ),
    "a rival's nonce changed in the reveal alone": Cheat(
        found_by_sdk="the revealed nonces are not those told at the start",
        found_by_replay="the reveal's nonces are not those the seats joined with",
        ended=lambda ended: ended.reveal.nonces.__setitem__(1, INVENTED),
        replay=lambda records: end_of(records).reveal.nonces.__setitem__(1, INVENTED),
    ),
    "a rival's nonce said to have come at once": Cheat(
        found_by_sdk="the nonces told at the start are not those that had been committed to",
        found_by_witness="seat 0 was told otherwise: a nonce at the start",
        started=say_plain,
    ),
    "the bot's nonce dropped": Cheat(
        found_by_sdk="the nonce of this seat was not used",
        found_by_witness="the nonce that seat 0 opened was not used",
        opens_own=False,
    ),
    "nonces promised and not told": Cheat(
        found_by_sdk="the start does not tell one nonce a seat",
        started=forget,
    ),
    "a nonce of nobody's added": Cheat(
        found_by_sdk="the reveal does not tell one nonce a seat",
        found_by_replay="the reveal's nonces are not those the seats joined with",
        ended=lambda ended: ended.reveal.nonces.append(INVENTED),
        replay=lambda records: end_of(records).reveal.nonces.append(INVENTED),
    ),
    "another commitment told than recorded": Cheat(
        found_by_sdk=UNFIT,
        found_by_witness="seat 0 was told otherwise: the seed commitment",
        joined=other_commitment,
    ),
    "the bot's seat said to have been joined before": Cheat(
        doubted_by_sdk=ANOTHERS,
        dice=ANOTHERS_DICE,
        joined=joined_before,
        own=INVENTED,
    ),
    "no features promised, and nonces said to be committed": Cheat(
        doubted_by_sdk=ANOTHERS,
        dice=ANOTHERS_DICE,
        joined=without_features,
        own=INVENTED,
    ),
    "other dice than the seed gives": Cheat(  # a bot does not know the rules; `verify` does
        found_by_replay="the start: digest is ",
        replay=other_dice,
    ),
}


class Referee:
    """One match of the SDK's seat 0 against the referee's friend.

    Args:
        cheat: What it does otherwise than it should.
        path: Where the replay goes.
    """

    def __init__(self, cheat: Cheat, path: Path) -> None:
        self._cheat = cheat
        self._recorder = Recorder(registry.find("diceman"), path)
        self._recorder.terms = dataclasses.replace(
            self._recorder.terms, server_seed=cheat.server_seed
        )
        self._recorder.machine.terms = self._recorder.terms
        self.witness = play_service_pb2.SeatWitness()
        self._bot = Conversation(lambda _: None, on_witness=self.witness.CopyFrom)

    def play(self) -> None:
        """Play the match to its end, and lay the replay open."""
        machine = self._recorder.machine
        self._bot.join("token")
        request = self._bot.take()
        assert request is not None
        (join,) = request.joins
        header = next(read_records(self._recorder.path)).header
        joined = play_service_pb2.Joined(
            match_id=header.match_id,
            game=header.game,
            game_version=header.game_version,
            config=header.config,
            num_seats=2,
            time_control=header.time_control,
            seed_commitment=commitment(SERVER_SEED, SALT),
            join_number=join.number,
            features=[ASKED],
        )
        self._cheat.joined(joined)
        self._bot.receive(play_service_pb2.PlayResponse(joins=[joined]))
        commitment_0 = join.nonce_commitment
        if self._cheat.own:
            commitment_0 = hashlib.sha256(self._cheat.own).digest()
        self._recorder.handle(ev.SeatJoined(0, 0, b"", "", "", commitment_0))
        promised = hashlib.sha256(self._cheat.rival).digest()
        effects = self._recorder.handle(ev.SeatJoined(1, 0, b"", "", "", promised))
        assert ShowNonces((0, 1)) in effects
        shown = play_service_pb2.NonceCommitments(
            match_id=header.match_id, nonces=nonces_as_shown(seat_nonces(machine.seats))
        )
        shown.nonces[1].commitment = hashlib.sha256(self._cheat.shows).digest()
        self._cheat.shown(shown)
        self._bot.receive(play_service_pb2.PlayResponse(commitments=[shown]))
        request = self._bot.take()
        assert request is not None
        (opening,) = request.openings
        own = (self._cheat.own or opening.nonce) if self._cheat.opens_own else b""
        self._recorder.handle(ev.NonceOpened(0, own, 0))
        effects = self._recorder.handle(ev.NonceOpened(1, self._cheat.rival, 0))
        assert Begin() in effects
        started = play_service_pb2.MatchStarted(
            match_id=header.match_id, nonces=seat_nonces(machine.seats), nonces_committed=True
        )
        self._cheat.started(started)
        self._bot.receive(play_service_pb2.PlayResponse(starts=[started]))
        dice = Stream(1)
        while machine.phase is MatchPhase.RUNNING:
            self._recorder.answer(dice)
        end = list(read_records(self._recorder.path))[-1].end
        ended = play_service_pb2.MatchEnded(match_id=header.match_id, reveal=end.reveal)
        self._cheat.ended(ended)
        self._bot.receive(play_service_pb2.PlayResponse(ends=[ended]))
        forge(self._recorder.path, self._cheat.replay)


@pytest.mark.parametrize("name", CHEATS)
def test_who_finds_a_cheat_out(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The SDK in its log, `verify` by the replay, or `verify` by replay and witness together."""
    cheat = CHEATS[name]
    referee = Referee(cheat, tmp_path / "m.journal")
    with caplog.at_level(logging.WARNING, "referee_client"):
        referee.play()
    errors = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    warnings = [r.getMessage() for r in caplog.records if r.levelno < logging.ERROR]
    if cheat.found_by_sdk:
        assert cheat.found_by_sdk in "\n".join(errors)
        assert "unfair" in "\n".join(errors)
    else:
        assert errors == []
    assert len(warnings) == bool(cheat.doubted_by_sdk)
    assert cheat.doubted_by_sdk in "\n".join(warnings)
    alone = verify(tmp_path / "m.journal").problem
    if cheat.found_by_replay:
        assert cheat.found_by_replay in (alone or "")
        return
    assert alone is None
    with_witness = verify(tmp_path / "m.journal", [referee.witness])
    if cheat.found_by_witness:
        assert cheat.found_by_witness in (with_witness.problem or "")
    else:
        assert (with_witness.problem, with_witness.witnesses) == (None, 1)
        assert with_witness.dice == cheat.dice


def test_one_commitment_has_one_seed(tmp_path: Path) -> None:
    """Wherever seed and salt are parted, drawn or fixed: of all readings one is taken.

    Before lengths were checked every one of these was: a match seed each for one commitment.
    """
    both = SERVER_SEED + SALT
    taken = []
    for cut in range(len(both) + 1):
        for is_fixed in (False, True):
            recorder = Recorder(registry.find("diceman"), tmp_path / f"{cut}-{is_fixed}.journal")
            recorder.abort()

            def part(
                records: list[replay_pb2.Record], cut: int = cut, is_fixed: bool = is_fixed
            ) -> None:
                records[0].header.seed_fixed = is_fixed
                reveal = end_of(records).reveal
                reveal.server_seed, reveal.salt = both[:cut], both[cut:]
                reveal.fixed = is_fixed

            forge(recorder.path, part)
            if verify(recorder.path).problem is None:
                taken.append((cut, is_fixed))
    assert taken == [(32, False)]
