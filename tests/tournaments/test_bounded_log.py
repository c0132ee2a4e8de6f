from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.processes.bounded_log import BoundedLog


def written(path: Path, chunks: list[bytes], *, head: int, tail: int) -> bytes:
    """What the file holds after these writes and the closing."""
    log = BoundedLog(path, head=head, tail=tail)
    for chunk in chunks:
        log.write(chunk)
    log.close()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("chunks", "kept"),
    [
        ([], b""),
        ([b"abc"], b"abc"),
        ([b"abcde", b"fgh"], b"abcdefgh"),
        ([b"abcdefghi"], b"abcd\n[1 bytes left out]\nfghi"),
        ([b"abcdef", b"g", b"hijklm"], b"abcd\n[5 bytes left out]\njklm"),
    ],
)
def test_head_and_tail(tmp_path: Path, chunks: list[bytes], kept: bytes) -> None:
    """Four bytes of each end are kept; what is left out is counted."""
    assert kept == written(tmp_path / "log", chunks, head=4, tail=4)


@given(st.lists(st.binary(max_size=12), max_size=8), st.integers(0, 10), st.integers(1, 10))
def test_any_stream(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[bytes], head: int, tail: int
) -> None:
    """However a stream is cut into writes, its first and last bytes are in the file in order."""
    stream = b"".join(chunks)
    path = tmp_path_factory.getbasetemp() / "any-stream"
    left_out = len(stream) - head - tail
    expected = stream
    if left_out > 0:
        note = f"\n[{left_out} bytes left out]\n".encode()
        expected = stream[:head] + note + stream[len(stream) - tail :]
    assert expected == written(path, chunks, head=head, tail=tail)


def test_a_file_in_the_making_is_bounded(tmp_path: Path) -> None:
    """A flood does not fill the disk, and what is kept can be read before the end."""
    log = BoundedLog(tmp_path / "log", head=8, tail=8)
    log.write(b"started\n")
    for _ in range(1000):
        log.write(b"0123456789")
    assert (tmp_path / "log").stat().st_size == 16
    assert (tmp_path / "log").read_bytes().startswith(b"started\n")
    log.close()


def test_a_full_disk() -> None:
    """Costs the output and nothing else."""
    log = BoundedLog(Path("/dev/full"), head=4, tail=4)
    log.write(b"0123")
    log.write(b"x" * 100)
    log.close()
