"""Named random streams of SplitMix64, the only source of randomness in any game.

A stream is named by the match seed and a few small keys; a roll depends only on its stream and on
its position in the stream. Arithmetic is modulo 2^64 (the dice section of the rulebooks' preface;
Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). The kernels
here are usable from other kernels; `Stream` does the same for Python code, and `secret_bytes` is
for seeds and tokens, never for dice.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import MutableSequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from referee.core.kernel import kernel

__all__ = [
    "FIXED_SEED_BYTES",
    "NONCE_BYTES",
    "NONCE_COMMITMENT_BYTES",
    "SALT_BYTES",
    "SERVER_SEED_BYTES",
    "Stream",
    "StreamRandom",
    "commitment",
    "draw",
    "draw_each",
    "match_seed",
    "mix",
    "nonce_commitment",
    "secret_bytes",
    "seed_lengths_problem",
    "substream",
    "substreams",
]

T = TypeVar("T")

NONCE_BYTES = 16
"""Length in bytes of the nonce (random bytes) that a seat may add to the match seed."""
NONCE_COMMITMENT_BYTES = 32
"""Length in bytes of a seat's commitment to its nonce, a SHA-256."""
SERVER_SEED_BYTES = 32
"""Length in bytes of a server seed that was drawn at random."""
FIXED_SEED_BYTES = 8
"""Length in bytes of a server seed that holds a match seed chosen by the organizer."""
SALT_BYTES = 32
"""Length in bytes of the salt that is hashed together with the server seed."""

# All as np.uint64: a uint64 and a signed integer give a float in NumPy and in Numba.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def mix(z: np.uint64) -> np.uint64:
    """Return SplitMix64's output function of `z`."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel
def substream(state: np.uint64, key: int) -> np.uint64:
    """Return the state of the stream that `key` (from 0) names below the stream of `state`.

    The state of the stream with the keys k1 and k2 is `substream(substream(mix(seed + G), k1),
    k2)`, where G is SplitMix64's constant increment. As `mix(seed + G)` is `substream(seed, 0)`, a
    chain of this one function makes every stream.
    """
    return mix(state + _GOLDEN * (np.uint64(key) + _ONE))


def substreams(
    states: npt.NDArray[np.uint64], keys: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint64]:
    """Return the state of the stream that each key names below its state (`substream`), as uint64[n]."""
    # The plain function takes arrays as well as numbers; compiled, the kernel takes only numbers.
    mixed: npt.NDArray[np.uint64] = mix.plain(states + _GOLDEN * (keys.astype(np.uint64) + _ONE))  # type: ignore[arg-type, assignment]  # of arrays as of numbers
    return mixed


def draw_each(states: npt.NDArray[np.uint64], sides: int) -> npt.NDArray[np.int64]:
    """Roll one die with `sides` sides on each of n streams; all sides are equally likely.

    Args:
        states: uint64[n]: the streams' states; changed to the next ones.
        sides: Number of sides. With 1 or less, every value is 1 and the streams stay unchanged.

    Returns:
        int64[n]: values 1..sides.
    """
    if sides <= 1:
        return np.ones(len(states), np.int64)
    n = np.uint64(sides)
    # The greatest word such that 0..limit holds a multiple of n words: a word above it would favour low sides.
    limit = _LAST - (_LAST % n + _ONE) % n
    words = _next_words(states)
    while (again := np.flatnonzero(words > limit)).size:
        rolled = states[again]
        # Indexing by an array makes a copy, so the changed states are written back.
        words[again] = _next_words(rolled)
        states[again] = rolled
    return (words % n).astype(np.int64) + 1


def _next_words(states: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    states += _GOLDEN
    mixed: npt.NDArray[np.uint64] = mix.plain(states)  # type: ignore[arg-type, assignment]  # of arrays as of numbers
    return mixed


@kernel
def draw(state: np.uint64, sides: int) -> tuple[int, np.uint64]:
    """Roll a die with `sides` sides; return the value 1..sides and the stream's next state.

    With `sides` of 1 or less, the value is 1 and the stream stays unchanged. Words from the
    incomplete last multiple of `sides` below 2^64 are rolled again, so that all sides are equally
    likely.
    """
    if sides <= 1:
        return 1, state
    n = np.uint64(sides)
    state = state + _GOLDEN
    word = mix(state)
    if word > _LAST - n:  # only a word up here can be past the limit, so most need no division
        limit = _LAST - (_LAST % n + _ONE) % n
        while word > limit:
            state = state + _GOLDEN
            word = mix(state)
    return np.int64(word % n) + 1, state  # type: ignore[return-value]  # int64 is int to Numba


_MASK = 2**64 - 1
_INT_GOLDEN, _INT_MIX_1, _INT_MIX_2 = int(_GOLDEN), int(_MIX_1), int(_MIX_2)


def _mixed(z: int) -> int:
    """Return SplitMix64's output function of the Python integer `z`.

    It gives the value of the kernel `mix`, and is faster than any kernel if called from Python.
    """
    z = (z ^ (z >> 30)) * _INT_MIX_1 & _MASK
    z = (z ^ (z >> 27)) * _INT_MIX_2 & _MASK
    return z ^ (z >> 31)


class Stream:
    """A named stream of random numbers.

    Args:
        seed: The match seed, 0..2^64-1.
        keys: The stream's name: small integers from 0.
    """

    def __init__(self, seed: int, *keys: int) -> None:
        state = _mixed((seed + _INT_GOLDEN) & _MASK)
        for key in keys:
            state = _mixed((state + _INT_GOLDEN * (key + 1)) & _MASK)
        self.state = state

    @classmethod
    def from_state(cls, state: int) -> Stream:
        """Return a stream that continues from a state, 0..2^64-1."""
        # Not by the constructor, which would mix its argument as a seed.
        stream = cls.__new__(cls)
        stream.state = state
        return stream

    def next(self) -> int:
        """Return the next 64-bit word, 0..2^64-1."""
        self.state = (self.state + _INT_GOLDEN) & _MASK
        return _mixed(self.state)

    def draw(self, sides: int) -> int:
        """Roll one die with `sides` sides, all equally likely; return 1..sides.

        With 1 side or less, return 1 without drawing from the stream.
        """
        if sides <= 1:
            return 1
        # The next word, without calls: games in Python roll most of their dice here.
        self.state = z = (self.state + _INT_GOLDEN) & _MASK
        z = (z ^ (z >> 30)) * _INT_MIX_1 & _MASK
        z = (z ^ (z >> 27)) * _INT_MIX_2 & _MASK
        word = z ^ (z >> 31)
        if word > _MASK - sides:  # only a word up here can be past the limit, as in the kernel
            limit = _MASK - 2**64 % sides
            while word > limit:
                word = self.next()
        return word % sides + 1

    def roll(self, count: int, sides: int) -> list[int]:
        """Roll `count` dice with `sides` sides each; return the values in order."""
        return [self.draw(sides) for _ in range(count)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle `items` in place (Fisher-Yates from the end, as the rulebooks' preface rules)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1) - 1
            items[i], items[j] = items[j], items[i]


class StreamRandom(random.Random):
    """`random.Random` that draws from a `Stream`: for code that needs a `Random`, such as a bot.

    Args:
        state: State of the stream, 0..2^64-1.
    """

    def __init__(self, state: int = 0) -> None:
        self._stream = Stream.from_state(state)
        super().__init__()

    def random(self) -> float:
        """Return the upper 53 bits of the next word as a number from 0 to below 1."""
        return (self._stream.next() >> 11) * 2**-53

    def getrandbits(self, k: int, /) -> int:
        """Return `k` random bits as an integer, taken from the upper bits of the stream's words."""
        bits, left = 0, k
        while left > 0:
            taken = min(left, 64)
            bits = bits << taken | self._stream.next() >> 64 - taken
            left -= taken
        return bits

    def _randbelow(self, n: int) -> int:
        # randrange, choice and shuffle of `random.Random` all call this; it must draw as `Stream.draw` does.
        return self._stream.draw(n) - 1

    def seed(self, *_args: object, **_named: object) -> None:
        """Do nothing: only the constructor's state, or `setstate`, decides what is drawn."""

    def getstate(self) -> int:  # type: ignore[override]  # smaller than Python's own
        """Return the current state of the stream, 0..2^64-1."""
        return self._stream.state

    def setstate(self, state: int) -> None:  # type: ignore[override]
        """Continue from a state of the stream, 0..2^64-1."""
        self._stream = Stream.from_state(state)


def secret_bytes(count: int) -> bytes:
    """Return `count` unguessable bytes from the operating system, for seeds, salts and tokens."""
    return secrets.token_bytes(count)


def commitment(server_seed: bytes, salt: bytes) -> bytes:
    """Return SHA-256(server seed + salt), 32 bytes: published before play, checked after it."""
    return hashlib.sha256(server_seed + salt).digest()


def seed_lengths_problem(server_seed: bytes, salt: bytes, *, fixed: bool) -> str | None:
    """Return what is wrong with the lengths of a revealed seed and salt; None if they are right.

    The commitment hashes both without a separator. If lengths were free, the same bytes could be
    split into another seed and another salt, and one commitment would fit many seeds.

    `fixed` says whether the organizer fixed the match seed; the server seed is then shorter.
    """
    if len(salt) != SALT_BYTES:
        return f"the salt has {len(salt)} bytes instead of {SALT_BYTES}"
    length = FIXED_SEED_BYTES if fixed else SERVER_SEED_BYTES
    if len(server_seed) != length:
        kind = "a fixed" if fixed else "the server"
        return f"{kind} seed has {length} bytes, not {len(server_seed)}"
    return None


def nonce_commitment(nonce: bytes) -> bytes:
    """Return the SHA-256 of a nonce, 32 bytes, which a seat sends before it reveals the nonce."""
    return hashlib.sha256(nonce).digest()


def match_seed(server_seed: bytes, nonces: list[bytes]) -> int:
    """Return the first 8 bytes, big-endian, of HMAC-SHA256(server seed, nonces in seat order).

    An empty nonce counts as 16 zero bytes, so that each seat's nonce has a fixed position in the
    message.
    """
    # All nonces have the same length: without that, two lists of nonces could make one message.
    message = b"".join(nonce.ljust(NONCE_BYTES, b"\0") for nonce in nonces)
    return int.from_bytes(hmac.digest(server_seed, message, "sha256")[:8], "big")
