"""Finds which frames of a journal file are whole and what follows them, and repairs single frames.

A file is whole frames, followed by nothing, by a torn tail, or by damage. Only an append that was
broken off is a torn tail. It is a frame that goes beyond the end of the file although the message
in it confirms the frame's length, or it is zeros, as a power cut leaves them. Any other bytes that
are no frame are damage.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

import google_crc32c
from google.protobuf.message import DecodeError

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError
from referee.replay.journal import CHECKSUM_BYTES, MAX_RECORD_BYTES, frame_at, varint_at
from referee.replay.varint import varint

__all__ = ["Survey", "Tail", "frames_behind", "is_torn", "mended_frame", "survey"]

_TAGS = frozenset(field.number << 3 | 2 for field in replay_pb2.Record.DESCRIPTOR.fields)
"""First bytes of valid records: the tags of `Record`'s fields, each of which is a message."""
_MOST_HEAD_BYTES = 5
"""Length in bytes of the longest varint that a frame's length can take."""


class Tail(enum.Enum):
    """What follows the whole frames at the beginning of a journal: nothing, a torn tail, or damage."""

    NOTHING = "whole"
    """Nothing follows: the file consists of whole frames."""
    TORN = "torn"
    """The beginning of an append that was broken off, by a crash for example."""
    DAMAGED = "damaged"
    """Bytes that are neither a frame nor the beginning of one."""


class Survey(NamedTuple):
    """How much of a journal's file is whole frames, and what follows them.

    What follows is nothing, a torn tail, or damage.
    """

    length: int
    """Size of the file in bytes."""
    whole: int
    """Total size in bytes of the whole frames at the beginning of the file."""
    records: int
    """Number of whole frames at the beginning of the file."""
    tail: Tail
    """Kind of bytes that follow the whole frames."""
    problem: str
    """What is wrong with the first bytes after the whole frames; empty if nothing follows them."""
    behind: int
    """Number of readable frames after the damage; 0 if there is no damage."""


def survey(data: bytes) -> Survey:
    """Scan the bytes of a journal; return how much of it is whole and what follows."""
    offset = records = 0
    while offset < len(data):
        try:
            _, offset = frame_at(data, offset)
        except ReplayError as error:
            tail = Tail.TORN if is_torn(data, offset) else Tail.DAMAGED
            behind = frames_behind(data, offset + 1) if tail is Tail.DAMAGED else 0
            return Survey(len(data), offset, records, tail, str(error), behind)
        records += 1
    return Survey(len(data), offset, records, Tail.NOTHING, "", 0)


def is_torn(data: bytes, offset: int) -> bool:
    """Return whether `data` from byte `offset` to its end is the beginning of a broken-off append.

    The caller has found that there is no whole frame at `offset`.
    """
    rest = data[offset:]
    # A power cut can leave zeros where an append was never written.
    if not any(rest):
        return True
    try:
        length, start = varint_at(data, offset)
    except ReplayError:
        # The length itself is cut off: each of its bytes so far says that another follows.
        return len(rest) < _MOST_HEAD_BYTES and all(byte & 0x80 for byte in rest)
    if not 1 <= length <= MAX_RECORD_BYTES:
        return False
    # A flipped bit in the length can also point beyond the file. If only the length decided, all
    # whole records behind it would be cut off as a torn tail.
    if start + length + CHECKSUM_BYTES > len(data):
        return _confirmed(data, start, length)
    # The frame ends with the file, but its checksum was never written.
    is_last = start + length + CHECKSUM_BYTES == len(data)
    return is_last and rest[-CHECKSUM_BYTES:] == bytes(CHECKSUM_BYTES)


def _confirmed(data: bytes, start: int, length: int) -> bool:
    """Return whether the record at byte `start` itself states `length`, as its frame does.

    A record holds one message, so it begins with that message's tag and length. True as well if the
    data ends before the record states a length.
    """
    # Nothing of the record is there that could contradict the length.
    if start >= len(data):
        return True
    try:
        tag, behind = varint_at(data, start)
        if tag not in _TAGS:
            return False
        inner, first = varint_at(data, behind)
    except ReplayError:
        # Cut off within tag and inner length, which are no longer than this together.
        return len(data) - start <= _MOST_HEAD_BYTES + 1
    return first + inner == start + length


def frames_behind(data: bytes, offset: int) -> int:
    """Return the number of readable frames in `data` from byte `offset` on, wherever they begin."""
    found = 0
    while offset < len(data):
        try:
            length, start = varint_at(data, offset)
            # Any byte may look like a length here. Without this check, each would cost a checksum
            # over up to 16 MiB.
            if not _confirmed(data, start, length):
                raise ReplayError("no record")
            _, offset = frame_at(data, offset)
            found += 1
        except ReplayError:
            offset += 1
    return found


def mended_frame(data: bytes, offset: int) -> tuple[bytes, int] | None:
    """Return the frame at byte `offset` of `data` with a single flipped bit corrected.

    The frame's CRC-32C shows which bit is wrong: if only one bit is wrong, no other frame of this
    length has the same checksum. A wrong frame length is recognized by the length that the record
    itself begins with.

    Returns:
        The corrected frame, and where the next frame begins; None if more than one bit is wrong.
    """
    # The wrong bit may be in the length, whose own size is then unknown as well: try each place at
    # which the record can begin.
    for start in range(offset + 1, min(offset + _MOST_HEAD_BYTES, len(data)) + 1):
        end = _end_by_record(data, start)
        if end is None:
            continue
        body, checksum = data[start:end], data[end : end + CHECKSUM_BYTES]
        head = varint(len(body))
        if len(head) != start - offset:
            continue
        wrong_in_head = _wrong_bits(head, data[offset:start])
        # The length is right, so the bit is in the record or in its checksum.
        if wrong_in_head == 0:
            return _with_one_bit(data, offset, start, len(body))
        # The bit is in the length, so the record must be right as it stands.
        if wrong_in_head == 1 and _is_record(body, checksum):
            return head + body + checksum, end + CHECKSUM_BYTES
    try:
        # The bit may be in the tag or the length with which the record begins: then the frame's
        # length is right.
        length, start = varint_at(data, offset)
    except ReplayError:
        return None
    return _with_one_bit(data, offset, start, length)


def _end_by_record(data: bytes, start: int) -> int | None:
    """Return where the record at byte `start` of `data` ends, by the length that it begins with.

    None if no record can begin there, or if it would go beyond the end of the file.
    """
    try:
        tag, behind = varint_at(data, start)
        inner, first = varint_at(data, behind)
    except ReplayError:
        return None
    if tag not in _TAGS:
        return None
    end = first + inner
    return end if end + CHECKSUM_BYTES <= len(data) else None


def _with_one_bit(data: bytes, offset: int, start: int, length: int) -> tuple[bytes, int] | None:
    """Return a frame after flipping the one bit of its record or checksum that makes the two agree.

    Args:
        data: Bytes of the journal.
        offset: Where the frame begins.
        start: Where its record begins.
        length: Length of its record in bytes.

    Returns:
        The frame, and where the next frame begins; None if no single bit does it.
    """
    end = start + length
    if not 1 <= length <= MAX_RECORD_BYTES or end + CHECKSUM_BYTES > len(data):
        return None
    head, body = data[offset:start], bytearray(data[start:end])
    checksum = data[end : end + CHECKSUM_BYTES]
    actual: int = google_crc32c.value(bytes(body))
    wrong = actual ^ int.from_bytes(checksum, "little")
    # A flipped bit of the record would change several bits of the checksum, so this one is the
    # checksum's own.
    if wrong.bit_count() == 1:
        checksum = actual.to_bytes(CHECKSUM_BYTES, "little")
    else:
        place = _bit_of(wrong, length)
        if place is None:
            return None
        body[place // 8] ^= 1 << place % 8
    if not _is_record(bytes(body), checksum):
        return None
    return head + bytes(body) + checksum, end + CHECKSUM_BYTES


def _bit_of(wrong: int, length: int) -> int | None:
    """Return the index of the bit whose flip changes a record's checksum by `wrong` (an XOR).

    `length` is the length of the record in bytes.

    None if no bit does.

    CRC-32C is linear: a flipped bit changes the checksum by an amount that depends only on the
    bit's distance from the end. One byte further from the end has the effect of one more zero byte
    after it.
    """
    zero: int = google_crc32c.value(b"\x00")
    table = [google_crc32c.value(bytes([byte])) ^ zero for byte in range(256)]
    changes = [table[1 << bit] for bit in range(8)]
    for byte in range(length - 1, -1, -1):
        if wrong in changes:
            return 8 * byte + changes.index(wrong)
        changes = [table[change & 0xFF] ^ change >> 8 for change in changes]
    return None


def _is_record(body: bytes, checksum: bytes) -> bool:
    if google_crc32c.value(body) != int.from_bytes(checksum, "little"):
        return False
    try:
        replay_pb2.Record.FromString(body)
    except DecodeError:
        return False
    return True


def _wrong_bits(one: bytes, other: bytes) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
