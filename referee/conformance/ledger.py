"""Records what one run of the bot has received and sent, and checks the rules that hold in every scenario.

Each request of the bot is checked against these records when it is read. A rule that holds in one
scenario only is checked by that scenario.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable

from gamereferee.v1 import play_service_pb2 as wire
from referee.conformance.matches import ScriptedMatch
from referee.conformance.verdict import Advice, Broken
from referee.core.errors import MalformedError
from referee.core.rng import NONCE_BYTES, NONCE_COMMITMENT_BYTES

__all__ = ["MOST_NAME", "Asked", "Ledger", "TurnKey", "shown_turn"]

MOST_NAME = 100
"""Highest number of characters that the fields bot_name and client of a join may have."""

TurnKey = tuple[str, int, int]
"""Identifies a turn: match id, seat index, and number of the seat's turn."""


@dataclasses.dataclass(slots=True)
class Asked:
    """A turn that was sent to the bot, with what the bot answered."""

    match: ScriptedMatch
    """Match that the turn belongs to."""
    times: dict[int, int] = dataclasses.field(default_factory=dict)
    """How often the turn was sent, by number of the stream."""
    answers: dict[int, int] = dataclasses.field(default_factory=dict)
    """How often the bot answered the turn, by number of the stream."""
    answer: bytes | None = None
    """The bot's last action for the turn, serialized; None before an answer."""
    free: bool = False
    """Whether a second answer may differ from the first, because the first was rejected."""
    refused: int = 0
    """Number of answers that were rejected while the turn stayed open; after each, the bot must answer
    again.
    """
    repeats: int = 9
    """Number of the duty (rule for bots in `clients/CONTRACT.md`) that the bot breaks if it answers
    the turn too often, or again with a different action.
    """
    forbidden: tuple[int, str] | None = None
    """Number of the duty (rule for bots in `clients/CONTRACT.md`) that the bot breaks by answering
    the turn at all, and why; None if it may answer.
    """


class Ledger:
    """Records of one run of the bot: tokens, joins, turns, answers.

    A duty is a numbered rule for bots, in `clients/CONTRACT.md`.
    """

    def __init__(self) -> None:
        self.seats: dict[str, tuple[ScriptedMatch, int]] = {}
        """Match and seat index by token, for each token that the process was given."""
        self.joins: dict[str, wire.Join] = {}
        """First join that the bot sent for each token."""
        self.rejoined: set[str] = set()
        """Tokens of seats that another process had joined before."""
        self.given_twice: set[str] = set()
        """Tokens that the process was given more than once."""
        self.over: dict[str, tuple[int, str]] = {}
        """Tokens that the bot must not present any more, each with the number of the duty that a
        join would break, and the reason."""
        self.turns: dict[TurnKey, Asked] = {}
        """All turns sent to the bot, by match id, seat index, and number of the seat's turn."""
        self.may_resign: set[tuple[str, int]] = set()
        """Seats that the bot may resign, as match id and seat index."""
        self.skips = 0
        """Number of turns that the bot has skipped."""
        self.advice: dict[Advice, None] = {}
        """Warnings about the bot, each once, in the order found; the values are unused."""
        self._numbers: dict[int, str] = {}
        self._says: set[int] = set()

    def give(self, *matches: ScriptedMatch) -> list[str]:
        """Record that the bot is given the tokens of its seats in these matches; return the tokens."""
        tokens = []
        for match in matches:
            for seat, token in match.tokens.items():
                self.seats[token] = (match, seat)
                tokens.append(token)
        return tokens

    def close(self, match: ScriptedMatch, why: str, duty: int = 15) -> None:
        """From now on, count a join of any seat of this match as a broken duty (rule for bots).

        Args:
            match: The match, which is over for the bot.
            why: Why the bot may not join, for the report.
            duty: Number of the duty that a join breaks.
        """
        self.over.update(dict.fromkeys(match.tokens.values(), (duty, why)))

    def advise(self, duty: int, text: str) -> None:
        """Record a warning: the bot did something that is allowed but unwise.

        Args:
            duty: Number of the duty (rule for bots) that the warning is about.
            text: What the bot did.
        """
        self.advice[Advice(duty, text)] = None

    def asked(self, match: ScriptedMatch, turn: wire.Turn, stream: int) -> None:
        """Record that a turn is sent to the bot on the stream of number `stream`, from 0."""
        key = (turn.match_id, turn.seat, turn.turn)
        # The same turn may be sent on several streams, and several times on one.
        asked = self.turns.setdefault(key, Asked(match))
        asked.times[stream] = asked.times.get(stream, 0) + 1

    def free(self, turns: Iterable[wire.Turn]) -> None:
        """Let the bot answer these turns, which it was sent, again and in another way."""
        for turn in turns:
            self.turns[turn.match_id, turn.seat, turn.turn].free = True

    def check_join(self, join: wire.Join, present: Collection[str]) -> None:
        """Check that a join follows the rules, and record it.

        Args:
            join: Join that was read.
            present: Tokens that the bot presented before on the same stream.

        Raises:
            Broken: The join breaks a rule.
        """
        token = join.token
        if token not in self.seats:
            raise Broken(22, "only tokens that the process was given", f"the token {token!r:.60}")
        # Before the check for repeats: a join of a seat that is lost breaks the more important
        # rule.
        if token in self.over:
            duty, why = self.over[token]
            raise Broken(duty, f"no more joins of a seat once {why}", _shown(join))
        if token in present:
            duty = 31 if token in self.given_twice else 2
            raise Broken(duty, "one join of a token on a stream", f"another {_shown(join)}")
        # Rejections name the number of a join, so the bot must be able to know which it was.
        self._check_number(join)
        self._check_nonce(join)
        for field, text in (("bot_name", join.bot_name), ("client", join.client)):
            if len(text) > MOST_NAME:
                raise Broken(22, f"{field} of at most {MOST_NAME} characters", f"{len(text)}")
        if not join.client:
            self.advise(2, "its joins do not name a client library (Join.client)")
        # The first one is kept: later joins must have the same nonce.
        self.joins.setdefault(token, join)

    def _check_number(self, join: wire.Join) -> None:
        owner = self._numbers.setdefault(join.number, join.token)
        if owner == join.token:
            return
        if join.number == 0:  # the value where a bot sets no number
            self.advise(2, "its joins have no numbers: it can't know which of them was rejected")
        else:
            raise Broken(
                2, "a join number that no other join of the process has", f"{join.number} twice"
            )

    def _check_nonce(self, join: wire.Join) -> None:
        first = self.joins.get(join.token)
        if join.nonce and len(join.nonce) != NONCE_BYTES:
            raise Broken(2, f"a nonce of {NONCE_BYTES} bytes", f"{len(join.nonce)} bytes")
        if join.nonce_commitment and len(join.nonce_commitment) != NONCE_COMMITMENT_BYTES:
            seen = f"{len(join.nonce_commitment)} bytes"
            raise Broken(2, f"a nonce_commitment of {NONCE_COMMITMENT_BYTES} bytes", seen)
        if join.nonce and join.nonce_commitment:
            raise Broken(2, "either a nonce or a nonce_commitment", "both in one join")
        nonce = join.nonce or join.nonce_commitment
        if first is not None:
            before = first.nonce or first.nonce_commitment
            # A process that takes a seat over can't know the nonce of the one before it.
            may_drop = join.token in self.rejoined and not nonce
            if nonce != before and not may_drop:
                raise Broken(
                    2,
                    "the same nonce when the seat is joined again",
                    f"{nonce.hex() or 'none'} after {before.hex() or 'none'}",
                )
        elif not nonce:
            self.advise(2, "it sends no nonce, and has no part in the dice")
        elif any(nonce in (old.nonce, old.nonce_commitment) for old in self.joins.values()):
            raise Broken(2, "another nonce for each seat", f"{nonce.hex()} for two seats")
        # Constant bytes are no nonce: a bot would have no part in the dice.
        elif len(set(nonce)) == 1:
            raise Broken(2, "16 random bytes", f"16 times the byte {nonce[:1].hex()}")

    def check_action(self, action: wire.Action, stream: int) -> TurnKey | None:
        """Check that an action follows the rules, and record it.

        Return the key of its turn, or None if the turn was not sent on this stream.

        Raises:
            Broken: The action breaks a rule.
        """
        key = (action.match_id, action.seat, action.turn)
        asked = self.turns.get(key)
        if asked is None:
            raise Broken(
                8,
                "actions with match, seat and turn of a turn that was asked",
                f"an action for {shown_turn(key)}, which was not",
            )
        if asked.forbidden is not None:
            duty, why = asked.forbidden
            raise Broken(duty, f"no answer to a turn {why}", f"one for {shown_turn(key)}")
        # Before the answer is counted, so that a bad one is reported as such and not as one too
        # many.
        self._check_payload(key, asked, action)
        asked.answers[stream] = asked.answers.get(stream, 0) + 1
        # No rule is broken, as the referee would take it; but the bot can't know yet that the turn is
        # still open.
        if stream not in asked.times:
            self.advise(9, "it sends an answer on a new stream before its turn has come again")
            return None
        if asked.answers[stream] > asked.times[stream] + asked.refused and not asked.free:
            refused = f" and refused {asked.refused} times" if asked.refused else ""
            raise Broken(
                asked.repeats,
                "one answer for each time a turn is asked"
                + (", and one for each refusal" if asked.refused else ""),
                f"{asked.answers[stream]} for {shown_turn(key)}, asked {asked.times[stream]} times"
                + refused,
            )
        return key

    def _check_payload(self, key: TurnKey, asked: Asked, action: wire.Action) -> None:
        codec = asked.match.plugin.codec
        name = action.payload.type_url.rpartition("/")[2]
        if name != codec.action_type:
            raise Broken(8, f"a payload of type {codec.action_type}", f"{name!r}")
        try:
            codec.decode_action(action.payload.value)
        except MalformedError as error:
            raise Broken(8, f"bytes of a {codec.action_type}", str(error)) from None
        may_differ = asked.free or asked.refused
        if asked.answer is not None and asked.answer != action.payload.value and not may_differ:
            raise Broken(
                asked.repeats,
                "the same action for a turn that was answered and comes again",
                f"for {shown_turn(key)} first {asked.answer.hex()[:40] or 'nothing'}, "
                f"then {action.payload.value.hex()[:40] or 'nothing'}",
            )
        # The last one: after a refusal another action may follow, and that is then repeated.
        asked.answer = action.payload.value

    def check_resign(self, resign: wire.Resign) -> None:
        """Check that the bot may resign this seat.

        Raises:
            Broken: The bot has no reason to resign the seat.
        """
        # A resignation loses the seat for good, so a bot needs a reason that the contract names.
        if (resign.match_id, resign.seat) not in self.may_resign:
            raise Broken(
                18,
                "no resignation of a seat of the bot's own game",
                f"match {resign.match_id} seat {resign.seat} resigned",
            )

    def check_say(self, say: wire.Say) -> None:
        """Check that a chat message follows the rules, and record its number.

        Raises:
            Broken: The message breaks a rule.
        """
        key = (say.match_id, say.seat, say.turn)
        held = {(match.match_id, seat) for match, seat in self.seats.values()}
        before_any = say.turn == 0 and key[:2] in held  # allowed, though no SDK does it
        if key not in self.turns and not before_any:
            raise Broken(
                24,
                "messages with match, seat and turn of a turn that was asked",
                f"one for {shown_turn(key)}, which was not",
            )
        if say.number == 0:
            raise Broken(24, "a message number from 1", "0")
        if say.number in self._says:
            raise Broken(
                24,
                "each message once, with a number that no other of the process has",
                f"number {say.number} twice",
            )
        self._says.add(say.number)
        try:
            say.text.decode()
        except UnicodeDecodeError as error:
            raise Broken(24, "a text in UTF-8", str(error)) from None


def shown_turn(key: TurnKey) -> str:
    """Return a turn's match, seat and number as text for people."""
    return f"match {key[0]} seat {key[1]} turn {key[2]}"


def _shown(join: wire.Join) -> str:
    return f"a join of {join.token!r:.60} with number {join.number}"
