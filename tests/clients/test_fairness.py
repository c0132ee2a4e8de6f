"""The check of revealed dice, against the arithmetic of the protocol's comments."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest

from gamereferee.v1.match_pb2 import SeedReveal
from gamereferee.v1.play_service_pb2 import Joined, SeatWitness
from referee_client.fairness import reveal_problem
from referee_client.witness import read_witness, write_witness

SEED, SALT, NONCE = b"S" * 32, b"s" * 32, bytes(range(16))
COMMITMENT = hashlib.sha256(b"S" * 32 + b"s" * 32).digest()
FIXED = b"8 bytes!"
FIXED_COMMITMENT = hashlib.sha256(FIXED + SALT).digest()


def fair_reveal() -> SeedReveal:
    """A reveal by the rules for two seats, the first of which sent no nonce."""
    digest = hmac.new(SEED, bytes(16) + NONCE, hashlib.sha256).digest()
    return SeedReveal(
        server_seed=SEED,
        salt=SALT,
        nonces=[b"", NONCE],
        match_seed=int.from_bytes(digest[:8], "big"),
    )


def test_fair_reveal() -> None:
    """Dice drawn by the rules are fair, whoever sent the nonce."""
    assert reveal_problem(fair_reveal(), COMMITMENT, seat=1, nonce=NONCE) is None
    assert reveal_problem(fair_reveal(), COMMITMENT, seat=1, nonce=None) is None


def test_fixed_reveal() -> None:
    """A fixed seed is the server seed itself."""
    reveal = SeedReveal(server_seed=FIXED, salt=SALT, fixed=True)
    reveal.match_seed = int.from_bytes(FIXED, "big")
    assert reveal_problem(reveal, FIXED_COMMITMENT, seat=0, nonce=NONCE) is None
    reveal.match_seed += 1
    problem = reveal_problem(reveal, FIXED_COMMITMENT, seat=0, nonce=NONCE)
    assert problem == "the fixed match seed is not the committed one"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"salt": b"p" * 32}, "do not give the commitment"),
        ({"match_seed": 1}, "does not follow"),
        ({"nonces": [NONCE, b""]}, "nonce of this seat was not used"),
        ({"nonces": [b""]}, "nonce of this seat was not used"),
    ],
    ids=["salt", "seed", "swapped", "missing"],
)
def test_unfair_reveal(change: dict[str, object], problem: str) -> None:
    """Each way to cheat is named."""
    fields = {field.name: value for field, value in fair_reveal().ListFields()} | change
    found = reveal_problem(SeedReveal(**fields), COMMITMENT, seat=1, nonce=NONCE)
    assert found is not None
    assert problem in found


def test_a_witness_is_not_lost_to_a_later_one(tmp_path: Path) -> None:
    """A process that took a seat up in mid-match doesn't know the nonce that the first one drew."""
    joined = Joined(match_id="m/1", seat=3)
    first, second = SeatWitness(joined=joined, nonce=NONCE), SeatWitness(joined=joined)
    paths = [write_witness(tmp_path, witness) for witness in (first, second, second)]
    assert [path.name for path in paths] == ["m_1.3.witness", "m_1.3.2.witness", "m_1.3.3.witness"]
    assert [read_witness(path) for path in paths] == [first, second, second]
