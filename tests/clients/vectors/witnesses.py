"""Vectors of what a seat is told of nonces before play, by honest referees and by cheats.

Each cheat is one that the protocol's comments forbid, with the sentence in which an SDK names it.
Nothing here asks an SDK: hashes are made with hashlib and hmac.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

from gamereferee.v1.match_pb2 import (
    NONCE_STATE_COMMITTED,
    NONCE_STATE_NONE,
    NONCE_STATE_OPENED,
    NONCE_STATE_PLAIN,
    SeatNonce,
    SeedReveal,
)
from gamereferee.v1.play_service_pb2 import Joined, MatchStarted, NonceCommitments, SeatWitness
from tests.clients.vectors.forms import Json, message

__all__ = ["told"]

SEED, SALT = bytes(range(0x00, 0x20)), bytes(range(0x20, 0x40))
OWN, RIVAL, INVENTED = bytes(range(0xA0, 0xB0)), bytes(range(0xC0, 0xD0)), bytes(range(0x40, 0x50))

_NOT_EACH = "the start does not tell one nonce a seat"
_NO_FIT = "a seat's nonce does not fit its state"
_CHANGED = "a seat's nonce is not the one it had committed itself to"
_NOT_SHOWN = "the nonces told at the start are not those that had been committed to"
_NOT_ALL = "the start says that all nonces were committed to, and one was not"
_NOT_SENT = "the commitment of this seat is not the one it sent"
_UNUSED = "the nonce of this seat was not used"
_FIXED = "the reveal and the start disagree whether the seed is fixed"
_NOT_EACH_LATER = "the reveal does not tell one nonce a seat"
_OTHERS = "the revealed nonces are not those told at the start"
_OTHER_PROMISES = "the revealed commitments are not those told at the start"
_NO_SEED = "the match seed does not follow from server seed and nonces"
_NO_COMMITMENT = "the revealed server seed and salt do not give the commitment"
_LENGTH = "the revealed server seed or salt has a wrong length"


def sha256(data: bytes) -> bytes:
    """The hash that commits a seat to its nonce."""
    return hashlib.sha256(data).digest()


NONE = SeatNonce(state=NONCE_STATE_NONE)
"""A seat that adds nothing."""


def opened(nonce: bytes) -> SeatNonce:
    """A nonce that was committed to and opened."""
    return SeatNonce(state=NONCE_STATE_OPENED, commitment=sha256(nonce), nonce=nonce)


def committed(nonce: bytes) -> SeatNonce:
    """A nonce that was committed to and not opened."""
    return SeatNonce(state=NONCE_STATE_COMMITTED, commitment=sha256(nonce))


def plain(nonce: bytes) -> SeatNonce:
    """A nonce that was sent at once."""
    return SeatNonce(state=NONCE_STATE_PLAIN, nonce=nonce)


def witness(
    started: Sequence[SeatNonce] | None,
    shown: Sequence[SeatNonce] | None = None,
    *,
    own: bytes = OWN,
    was_told: bool = True,
    all_committed: bool = True,
    fixed: bool = False,
    features: Sequence[str] = ("nonce-commitments",),
    seed_commitment: bytes = sha256(SEED + SALT),
    seat: int = 0,
) -> SeatWitness:
    """What a seat of two was told; unless said otherwise it was shown what fits the start."""
    witness = SeatWitness(
        joined=Joined(
            match_id="m",
            seat=seat,
            num_seats=2,
            seed_commitment=seed_commitment,
            features=features,
        ),
        nonce=own,
        nonce_told=was_told,
    )
    if shown is None and started is not None:
        shown = [committed(n.nonce) if n.state == NONCE_STATE_OPENED else n for n in started]
    if shown:
        witness.commitments.CopyFrom(NonceCommitments(match_id="m", nonces=shown))
    if started is not None:
        witness.started.CopyFrom(
            MatchStarted(
                match_id="m",
                nonces=started,
                nonces_committed=all_committed and bool(started),
                seed_fixed=fixed,
            )
        )
    return witness


def reveal(
    nonces: Sequence[bytes], promised: Sequence[bytes] | None = None, **changes: object
) -> SeedReveal:
    """A reveal by the rules, but for the changes; each seat has committed itself to its nonce."""
    text = b"".join(nonce or bytes(16) for nonce in nonces)
    seed = int.from_bytes(hmac.new(SEED, text, hashlib.sha256).digest()[:8], "big")
    if promised is None:
        promised = [sha256(nonce) for nonce in nonces]
    fields: dict[str, object] = {
        "server_seed": SEED,
        "salt": SALT,
        "nonces": nonces,
        "match_seed": seed,
        "nonce_commitments": promised,
    }
    return SeedReveal(**fields | changes)  # type: ignore[arg-type]  # fields by their names


def _case(
    name: str, told: SeatWitness, problem: str | None, revealed: SeedReveal | None = None
) -> Json:
    form = {"reveal": None} if revealed is None else message("reveal", revealed)
    return {"name": name, **message("witness", told), **form, "problem": problem}


def told() -> list[Json]:
    """Starts and reveals that hold, and each way of cheating; without a reveal the start is judged."""
    return [*_fair(), *_cheating_starts(), *_cheating_reveals()]


def _fair() -> list[Json]:
    both = [opened(OWN), opened(RIVAL)]
    fair = witness(both)
    silent = [opened(OWN), committed(RIVAL)]
    legacy = [opened(OWN), plain(RIVAL)]
    fixed_seed = (2008).to_bytes(8, "big")
    fixed = witness(both, fixed=True, seed_commitment=sha256(fixed_seed + SALT))
    opened_fixed: dict[str, Any] = {"server_seed": fixed_seed, "match_seed": 2008, "fixed": True}
    old = witness(None, own=b"", was_told=False, features=())
    return [
        _case("all committed", fair, None),
        _case("all committed, revealed", fair, None, reveal([OWN, RIVAL])),
        _case("a rival that did not open", witness(silent), None),
        _case(
            "a rival that did not open, revealed",
            witness(silent),
            None,
            reveal([OWN, b""], [sha256(OWN), sha256(RIVAL)]),
        ),
        _case(
            "a rival that sent its nonce at once",
            witness(legacy, all_committed=False),
            None,
            reveal([OWN, RIVAL], [sha256(OWN), b""]),
        ),
        _case(
            "a rival without a nonce",
            witness([opened(OWN), NONE], all_committed=False),
            None,
            reveal([OWN, b""], [sha256(OWN), b""]),
        ),
        _case(
            "this seat joined too late to add a nonce",
            witness([NONE, opened(RIVAL)], was_told=False, all_committed=False),
            None,
            reveal([b"", RIVAL], [b"", sha256(RIVAL)]),
        ),
        _case(
            "this seat was away and did not open its nonce",
            witness([committed(OWN), opened(RIVAL)], was_told=False),
            None,
            reveal([b"", RIVAL], [sha256(OWN), sha256(RIVAL)]),
        ),
        _case(
            "another process joined this seat first",
            witness([opened(INVENTED), opened(RIVAL)], own=b"", was_told=False),
            None,
            reveal([INVENTED, RIVAL]),
        ),
        _case("a fixed seed", fixed, None, reveal([OWN, RIVAL], **opened_fixed)),
        _case("a referee of before", old, None),
        _case("a referee of before, revealed", old, None, reveal([b"", RIVAL], [])),
    ]


def _cheating_starts() -> list[Json]:
    shown = [committed(OWN), committed(RIVAL)]
    wrong = SeatNonce(state=NONCE_STATE_OPENED, commitment=sha256(RIVAL), nonce=INVENTED)
    long = SeatNonce(
        state=NONCE_STATE_OPENED, commitment=sha256(RIVAL + b"\0"), nonce=RIVAL + b"\0"
    )
    unnamed = SeatNonce(commitment=sha256(RIVAL), nonce=RIVAL)
    kept = SeatNonce(state=NONCE_STATE_COMMITTED, commitment=sha256(RIVAL), nonce=RIVAL)
    return [
        _case("nonces promised and not told", witness([]), _NOT_EACH),
        _case("a seat left out", witness([opened(OWN)], shown), _NOT_EACH),
        _case("a seat too many", witness([opened(OWN), *[opened(RIVAL)] * 2], shown), _NOT_EACH),
        _case("a seat below zero", witness([opened(RIVAL), opened(OWN)], seat=-1), _NOT_EACH),
        _case("a nonce changed after its commitment", witness([opened(OWN), wrong]), _CHANGED),
        _case("a nonce of 17 bytes", witness([opened(OWN), long], shown), _NO_FIT),
        _case("a nonce without a state", witness([opened(OWN), unnamed], shown), _NO_FIT),
        _case("a nonce told, and said to be closed", witness([opened(OWN), kept]), _NO_FIT),
        _case(
            "a rival's nonce chosen after the commitments were shown",
            witness([opened(OWN), opened(INVENTED)], shown),
            _NOT_SHOWN,
        ),
        _case(
            "a rival's nonce sent in plain after the commitments were shown",
            witness([opened(OWN), plain(INVENTED)], [committed(OWN), NONE], all_committed=False),
            _NOT_SHOWN,
        ),
        _case(
            "a rival's commitment taken back",
            witness([opened(OWN), NONE], shown, all_committed=False),
            _NOT_SHOWN,
        ),
        _case(
            "a nonce sent at once, and said to be committed to",
            witness([opened(OWN), plain(RIVAL)]),
            _NOT_ALL,
        ),
        _case(
            "another commitment in this seat's place",
            witness([opened(INVENTED), opened(RIVAL)]),
            _NOT_SENT,
        ),
        _case(
            "a nonce in plain in this seat's place",
            witness([plain(OWN), opened(RIVAL)], all_committed=False),
            _NOT_SENT,
        ),
        _case("this seat's nonce dropped", witness([committed(OWN), opened(RIVAL)]), _UNUSED),
    ]


def _cheating_reveals() -> list[Json]:
    fair = witness([opened(OWN), opened(RIVAL)])
    promised = [sha256(OWN), sha256(RIVAL)]
    both = SEED + SALT
    moved = hmac.new(both[:33], OWN + RIVAL, hashlib.sha256).digest()
    away = witness(None, [committed(OWN), committed(RIVAL)])
    below = witness(None, [committed(RIVAL), committed(OWN)], seat=-1)
    return [
        _case("another nonce of the rival's", fair, _OTHERS, reveal([OWN, INVENTED], promised)),
        _case("the rival's nonce dropped", fair, _OTHERS, reveal([OWN, b""], promised)),
        _case("this seat's nonce not used", fair, _OTHERS, reveal([b"", RIVAL], promised)),
        _case("nonces exchanged", fair, _OTHERS, reveal([RIVAL, OWN], promised)),
        _case(
            "another commitment of the rival's",
            fair,
            _OTHER_PROMISES,
            reveal([OWN, RIVAL], [sha256(OWN), sha256(INVENTED)]),
        ),
        _case("commitments left out", fair, _OTHER_PROMISES, reveal([OWN, RIVAL], [])),
        _case("a nonce of nobody's added", fair, _NOT_EACH_LATER, reveal([OWN, RIVAL, INVENTED])),
        _case(
            "a nonce of nobody's added, and no start seen",
            away,
            _NOT_EACH_LATER,
            reveal([OWN, RIVAL, INVENTED]),
        ),
        _case("no start seen, this seat's nonce not used", away, _UNUSED, reveal([b"", RIVAL])),
        _case("a seat below zero, and no start seen", below, _UNUSED, reveal([RIVAL, OWN])),
        _case("another server seed", fair, _NO_COMMITMENT, reveal([OWN, RIVAL], server_seed=SALT)),
        _case(
            "another match seed than follows", fair, _NO_SEED, reveal([OWN, RIVAL], match_seed=1)
        ),
        _case(
            "the boundary of seed and salt moved",
            fair,
            _LENGTH,
            reveal(
                [OWN, RIVAL],
                server_seed=both[:33],
                salt=both[33:],
                match_seed=int.from_bytes(moved[:8], "big"),
            ),
        ),
        _case(
            "drawn, and then said to be fixed",
            fair,
            _FIXED,
            reveal(
                [OWN, RIVAL],
                server_seed=both[:8],
                salt=both[8:],
                match_seed=int.from_bytes(both[:8], "big"),
                fixed=True,
            ),
        ),
        _case(
            "said to be fixed, and then drawn",
            witness([opened(OWN), opened(RIVAL)], fixed=True),
            _FIXED,
            reveal([OWN, RIVAL]),
        ),
    ]
