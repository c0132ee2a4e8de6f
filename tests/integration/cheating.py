"""A referee that cheats about dice, in every way its protocol leaves it, and who should find it out.

It plays one match against a bot of any SDK, which it reaches by way of a `Told`; the replay is what
it lays open afterwards. The table of `docs/fairness.md` says the same as the one here.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from gamereferee.v1 import match_pb2, play_service_pb2, replay_pb2
from referee.core.rng import Stream, commitment, match_seed
from referee.games import registry
from referee.match import events as ev
from referee.match.effects import Begin, ShowNonces
from referee.match.machine import MatchPhase
from referee.replay.journal import read_records
from referee.replay.wire import nonces_as_shown, seat_nonces
from tests.replay.recording import SALT, SERVER_SEED, Recorder, forge

__all__ = ["CHEATS", "Cheat", "Referee", "Told", "end_of"]

RIVAL, INVENTED = b"r" * 16, b"i" * 16
ASKED = "nonce-commitments"


def nothing(_: Any) -> None:
    """An honest referee changes nothing."""


@dataclasses.dataclass(frozen=True)
class Cheat:
    """What a referee does otherwise than it should."""

    found_by_sdk: str = ""
    """What the SDK logs; empty if it can't find out."""
    warned_by_sdk: str = ""
    """What it warns of besides, which by itself proves no cheat."""
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
    again: Callable[[play_service_pb2.NonceCommitments], None] | None = None
    """How it changes the commitments that it shows a second time; None if it does not."""
    restarted: Callable[[play_service_pb2.MatchStarted], None] | None = None
    """How it changes the start that it tells a second time, as after a broken stream; None if it does not."""
    opens_own: bool = True
    """Whether it takes the bot's opening."""
    server_seed: bytes = SERVER_SEED
    """What it plays with."""
    dice: str = "nonces committed"
    """Kind of the match for `verify`, where nothing is found."""


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


def other_rival(shown: play_service_pb2.NonceCommitments) -> None:
    """Another commitment in the rival's place."""
    shown.nonces[1].commitment = hashlib.sha256(INVENTED).digest()


def other_own(shown: play_service_pb2.NonceCommitments) -> None:
    """Another commitment in the bot's place."""
    shown.nonces[0].commitment = hashlib.sha256(INVENTED).digest()


def say_plain(started: play_service_pb2.MatchStarted) -> None:
    """The rival is said to have sent its nonce at once, though a commitment was shown."""
    started.nonces[1].state = match_pb2.NONCE_STATE_PLAIN
    started.nonces[1].commitment = b""


def forget(started: play_service_pb2.MatchStarted) -> None:
    """Features promised, and nothing told."""
    started.ClearField("nonces")


def withhold(ended: play_service_pb2.MatchEnded) -> None:
    """The reveal comes later, which is no cheat."""
    ended.ClearField("reveal")
    ended.reveal_withheld = True


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
    "honest, and the reveal withheld": Cheat(
        warned_by_sdk="the reveal is withheld: the dice are to be checked later",
        ended=withhold,
    ),
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
    "other commitments shown a second time": Cheat(
        found_by_sdk="other commitments than were shown before",
        again=other_rival,
    ),
    "the same start told after a rejoin": Cheat(restarted=nothing),
    "another nonce told after a rejoin": Cheat(
        found_by_sdk="other ones than at the start",
        restarted=swapped,
    ),
    "no nonces told after a rejoin": Cheat(
        found_by_sdk="other ones than at the start",
        restarted=forget,
    ),
    "another commitment shown for the bot": Cheat(
        found_by_sdk="not this seat's own commitment",
        warned_by_sdk="this seat's nonce was not opened in time",
        shown=other_own,
        dice="nonces committed, not opened by seat 0",
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
        warned_by_sdk=ANOTHERS,
        dice=ANOTHERS_DICE,
        joined=joined_before,
        own=INVENTED,
    ),
    "no features promised, and nonces said to be committed": Cheat(
        warned_by_sdk=ANOTHERS,
        dice=ANOTHERS_DICE,
        joined=without_features,
        own=INVENTED,
    ),
    "other dice than the seed gives": Cheat(  # a bot does not know the rules; `verify` does
        found_by_replay="the start: digest is ",
        replay=other_dice,
    ),
}


class Told(Protocol):
    """A bot of some SDK that holds seat 0."""

    def join(self) -> play_service_pb2.Join:
        """What it has joined with."""

    def tell(self, response: play_service_pb2.PlayResponse) -> None:
        """Tell it something."""

    def opening(self) -> play_service_pb2.OpenNonce:
        """Its answer to the commitments it was shown."""


class Referee:
    """One match of a bot in seat 0 against the referee's friend.

    Args:
        cheat: What it does otherwise than it should.
        path: Where the replay goes.
        bot: Who is cheated.
        match_id: Id of the match.
    """

    def __init__(self, cheat: Cheat, path: Path, bot: Told, match_id: str = "recorded") -> None:
        self._cheat, self._bot = cheat, bot
        self._recorder = Recorder(registry.find("diceman"), path, match_id=match_id)
        self._recorder.terms = dataclasses.replace(
            self._recorder.terms, server_seed=cheat.server_seed
        )
        self._recorder.machine.terms = self._recorder.terms
        self._header = next(read_records(path)).header

    def play(self) -> None:
        """Play the match to its end, and lay the replay open."""
        match_id = self._header.match_id
        self._seat()
        opened = self._ask_to_open()
        own = (self._cheat.own or opened) if self._cheat.opens_own else b""
        self._recorder.handle(ev.NonceOpened(0, own, 0))
        effects = self._recorder.handle(ev.NonceOpened(1, self._cheat.rival, 0))
        assert Begin() in effects
        machine = self._recorder.machine
        started = play_service_pb2.MatchStarted(
            match_id=match_id, nonces=seat_nonces(machine.seats), nonces_committed=True
        )
        self._cheat.started(started)
        self._bot.tell(play_service_pb2.PlayResponse(starts=[started]))
        if self._cheat.restarted is not None:
            self._joined.rejoined = True
            self._cheat.restarted(started)
            again = play_service_pb2.PlayResponse(joins=[self._joined], starts=[started])
            self._bot.tell(again)
        dice = Stream(1)
        while machine.phase is MatchPhase.RUNNING:
            self._recorder.answer(dice)
        end = end_of(list(read_records(self._recorder.path)))
        ended = play_service_pb2.MatchEnded(match_id=match_id, reveal=end.reveal)
        self._cheat.ended(ended)
        self._bot.tell(play_service_pb2.PlayResponse(ends=[ended]))
        forge(self._recorder.path, self._cheat.replay)

    def _seat(self) -> None:
        """Answer the bot's join, and let its friend join as well."""
        header, join = self._header, self._bot.join()
        self._joined = play_service_pb2.Joined(
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
        self._cheat.joined(self._joined)
        self._bot.tell(play_service_pb2.PlayResponse(joins=[self._joined]))
        own = join.nonce_commitment
        if self._cheat.own:
            own = hashlib.sha256(self._cheat.own).digest()
        self._recorder.handle(ev.SeatJoined(0, 0, b"", "", "", own))
        promised = hashlib.sha256(self._cheat.rival).digest()
        effects = self._recorder.handle(ev.SeatJoined(1, 0, b"", "", "", promised))
        assert ShowNonces((0, 1)) in effects

    def _ask_to_open(self) -> bytes:
        """Show the commitments; return the nonce that the bot opens."""
        shown = play_service_pb2.NonceCommitments(
            match_id=self._header.match_id,
            nonces=nonces_as_shown(seat_nonces(self._recorder.machine.seats)),
        )
        shown.nonces[1].commitment = hashlib.sha256(self._cheat.shows).digest()
        self._cheat.shown(shown)
        self._bot.tell(play_service_pb2.PlayResponse(commitments=[shown]))
        own = self._bot.opening().nonce
        if self._cheat.again is not None:
            self._cheat.again(shown)
            self._bot.tell(play_service_pb2.PlayResponse(commitments=[shown]))
            self._bot.opening()
        return own
