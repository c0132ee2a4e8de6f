"""What a death leaves of a journal is told from damage, and single flipped bits are put right."""

from __future__ import annotations

import collections
import random
from pathlib import Path

import pytest

from gamereferee.v1 import replay_pb2
from referee.replay.errors import ReplayError
from referee.replay.journal import frame
from referee.replay.mend import mend, standing
from referee.replay.survey import Tail, mended_frame, survey

JOURNALS = sorted((Path(__file__).parents[1] / "server" / "recorded").glob("*.journal"))
"""Of unfinished matches, one of each game."""
SHORT = min(JOURNALS, key=lambda path: path.stat().st_size)


def _boundaries(data: bytes) -> list[int]:
    """Where whole frames end, found by a reader of its own: length, record, four bytes."""
    ends, at = [0], 0
    while at < len(data):
        length = shift = 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        at += length + 4
        ends.append(at)
    assert at == len(data)
    return ends


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_whole_journals_are_whole(path: Path) -> None:
    """Up to the last byte."""
    data = path.read_bytes()
    found = survey(data)
    assert found == (len(data), len(data), len(_boundaries(data)) - 1, Tail.NOTHING, "", 0)
    assert standing(path).startswith("running after ")


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_an_append_that_was_broken_off_is_torn(path: Path) -> None:
    """Wherever it was, alone or with zeros behind it as a power cut leaves them."""
    data = path.read_bytes()
    ends = _boundaries(data)
    for length in range(len(data)):
        whole = max(end for end in ends if end <= length)
        found = survey(data[:length])
        assert (found.whole, found.behind) == (whole, 0)
        assert found.tail is (Tail.NOTHING if whole == length else Tail.TORN), length
    for zeros in (1, 3, 4, 5, 6, 4096):
        assert survey(data + bytes(zeros))[1:4:2] == (len(data), Tail.TORN)


def test_a_torn_tail_may_hold_anything() -> None:
    """A bot's payload that looks like records makes no damage of what a death has torn."""
    data = SHORT.read_bytes()
    ends = _boundaries(data)
    inner = data[ends[1] : ends[3]] * 3
    record = b"\x0a" + bytes([len(inner) & 0x7F | 0x80, len(inner) >> 7]) + inner
    torn = frame(record)
    for length in range(1, len(torn)):
        assert survey(data + torn[:length])[1:4:2] == (len(data), Tail.TORN), length


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_every_flipped_bit_is_damage_and_is_mended(path: Path) -> None:
    """Not torn, not cut off in silence; and mending gives back the very bytes."""
    data = path.read_bytes()
    ends = _boundaries(data)
    dice = random.Random(path.stem)
    bits = range(8 * len(data)) if path == SHORT else dice.sample(range(8 * len(data)), 500)
    for bit in bits:
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        found = survey(bytes(flipped))
        hit = max(place for place, end in enumerate(ends) if end <= bit // 8)
        assert (found.tail, found.whole) == (Tail.DAMAGED, ends[hit]), bit
        if found.whole < ends[-2]:
            assert found.behind >= 1, bit
        mended = mended_frame(bytes(flipped), found.whole)
        assert mended == (data[ends[hit] : ends[hit + 1]], ends[hit + 1]), bit


def _splices(data: bytes, other: bytes, dice: random.Random) -> tuple[str, bytes]:
    """A journal with a piece gone, twice, somewhere else, of another match, or of noise."""
    one, two, three = sorted(dice.sample(range(len(data) + 1), 3))
    if dice.random() < 0.5:  # between frames
        ends = _boundaries(data)
        one, two, three = sorted(dice.sample(ends, 3))
    begin = dice.randrange(len(other))
    kind, spliced = dice.choice([
        ("gone", data[:one] + data[two:]),
        ("twice", data[:two] + data[one:two] + data[two:]),
        ("moved", data[:one] + data[two:three] + data[one:two] + data[three:]),
        ("foreign", data[:one] + other[begin : begin + dice.randrange(1, 400)] + data[one:]),
        ("noise", data[:one] + dice.randbytes(two - one) + data[two:]),
    ])  # fmt: skip
    return kind, spliced


def test_splices_do_not_pass(tmp_path: Path) -> None:
    """500 of them: each is damage, or its records don't lead anywhere, or it is the beginning of the match."""
    dice = random.Random(17)
    path = tmp_path / "spliced.journal"
    outcomes: collections.Counter[str] = collections.Counter()
    for number in range(500):
        data = JOURNALS[number % len(JOURNALS)].read_bytes()
        other = JOURNALS[(number + 1) % len(JOURNALS)].read_bytes()
        kind, spliced = _splices(data, other, dice)
        found = survey(spliced)
        if found.tail is Tail.DAMAGED:
            outcome = "damaged"
        else:
            path.write_bytes(spliced[: found.whole])
            try:
                standing(path)
                outcome = "taken up"
            except ReplayError:
                outcome = "refused"
        if (
            outcome == "taken up"
        ):  # what came later is gone without a trace, as if it had never been
            assert data.startswith(spliced[: found.whole]), kind
            assert found.tail is Tail.TORN or spliced == data[: found.whole], kind
        outcomes[outcome] += 1
    assert outcomes["damaged"] + outcomes["refused"] >= 400


# Mending files.


def test_a_mended_journal_is_the_one_that_was(tmp_path: Path) -> None:
    """With several records hit; what it was is kept, and a journal that was set aside is put back."""
    data = SHORT.read_bytes()
    flipped = bytearray(data)
    for end in _boundaries(data)[:-1]:
        flipped[end + 3] ^= 0x10
    for name in ("m.journal", "m.journal.broken", "m.journal.broken-2"):
        (tmp_path / name).write_bytes(flipped)
        mended = mend(tmp_path / name)
        assert (mended.path, mended.given_up) == (tmp_path / "m.journal", 0)
        assert mended.bits == len(_boundaries(data)) - 1
        assert mended.path.read_bytes() == data
        assert mended.kept.read_bytes() == flipped
        assert mended.path.stat().st_mode & 0o777 == 0o600
        assert len(list(tmp_path.iterdir())) == 2
        for path in tmp_path.iterdir():
            path.unlink()


def test_what_cannot_be_mended_is_given_up_only_when_asked(tmp_path: Path) -> None:
    """Two bits in one record: nothing changes without `cut`; with it the match goes on from before."""
    data = SHORT.read_bytes()
    ends = _boundaries(data)
    flipped = bytearray(data)
    flipped[ends[-3] + 3] ^= 0x11
    path = tmp_path / "m.journal"
    path.write_bytes(flipped)
    with pytest.raises(ReplayError, match=r"can't be mended: .*; --cut .*, 1 readable records$"):
        mend(path)
    assert [each.name for each in tmp_path.iterdir()] == ["m.journal"]
    assert path.read_bytes() == flipped
    mended = mend(path, cut=True)
    assert mended == (path, tmp_path / "m.journal.broken", 0, len(data) - ends[-3])
    assert path.read_bytes() == data[: ends[-3]]


def test_nothing_is_mended_that_is_whole_or_leads_nowhere(tmp_path: Path) -> None:
    """And no journal is put in the place of another one."""
    data = SHORT.read_bytes()
    path = tmp_path / "m.journal"
    path.write_bytes(data)
    with pytest.raises(ReplayError, match="nothing to mend"):
        mend(path)
    (tmp_path / "m.journal.broken").write_bytes(data)
    with pytest.raises(ReplayError, match="there is a journal already"):
        mend(tmp_path / "m.journal.broken")
    ends = _boundaries(data)
    flipped = bytearray(data[: ends[2]] + data[ends[3] :])  # a record is gone, and another one hit
    flipped[3] ^= 1
    path.write_bytes(flipped)
    with pytest.raises(ReplayError):
        mend(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["m.journal", "m.journal.broken"]
    assert path.read_bytes() == flipped


@pytest.mark.parametrize("length", [1, 100, 127, 128, 5000, 70_000])
def test_a_record_of_any_length_is_mended(length: int) -> None:
    """The bit is found wherever it is."""
    secret = replay_pb2.SecretRecord(salt=random.Random(length).randbytes(length))
    sent = frame(replay_pb2.Record(secret=secret).SerializeToString())
    for bit in {0, 9, 17, 8 * (len(sent) // 2), 8 * len(sent) - 40, 8 * len(sent) - 1}:
        flipped = bytearray(sent)
        flipped[bit // 8] ^= 1 << bit % 8
        assert mended_frame(bytes(flipped), 0) == (sent, len(sent)), bit
