"""Archives that must be refused, each made byte by byte with the standard library."""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

__all__ = ["HOSTILE", "MOST_BYTES", "MOST_FILES", "tar_of", "zip_of"]

MOST_BYTES = 100_000
"""Bytes that an archive of the tests may have when unpacked."""
MOST_FILES = 20
"""Files and folders that an archive of the tests may have."""


def _member(
    name: str, data: bytes = b"", kind: bytes = tarfile.REGTYPE, link: str = ""
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname = len(data), kind, link
    return info, data


def _tar(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def tar_of(files: Mapping[str, bytes]) -> bytes:
    """Return a .tar.gz with these files."""
    return gzip.compress(_tar(*(_member(name, data) for name, data in files.items())))


def zip_of(files: Mapping[str, bytes], mode: int = stat.S_IFREG | 0o644) -> bytes:
    """Return a .zip with these files, all of one mode."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = mode << 16
            archive.writestr(info, data)
    return out.getvalue()


def _many(count: int) -> dict[str, bytes]:
    return {f"{number}.txt": b"x" for number in range(count)}


def _lying_zip() -> bytes:
    """Return a .zip whose directory states fewer bytes than the file has."""
    data = zip_of({"a": bytes(MOST_BYTES * 10)})
    # Sizes are 4 bytes each: in the local header at 22, in the directory's at 24.
    at = data.rindex(b"PK\x01\x02")
    short = struct.pack("<I", 10)
    return data[:22] + short + data[26 : at + 24] + short + data[at + 28 :]


def _encrypted_zip() -> bytes:
    data = bytearray(zip_of({"a": b"secret"}))
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def _damaged_zip() -> bytes:
    data = zip_of({"a": b"0123456789" * 50})
    at = 30 + 1 + 5  # behind the local header and the name, within the packed bytes
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def _lzma_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", b"x" * 100)
    return out.getvalue()


def _tar_with_broken_header() -> bytes:
    data = bytearray(_tar(_member("a", b"x" * 600), _member("b", b"y" * 600)))
    second = 512 + 1024
    data[second + 148 : second + 156] = b"9999999\0"
    return gzip.compress(bytes(data))


def _tar_with_huge_pax_header() -> bytes:
    info = tarfile.TarInfo("headers")
    info.type = tarfile.XHDTYPE
    info.size = 10 * MOST_BYTES
    block = info.tobuf(tarfile.USTAR_FORMAT)
    return gzip.compress(block + bytes(10 * MOST_BYTES) + _tar(_member("a", b"x")))


def _tar_with_size(size: int) -> bytes:
    info = tarfile.TarInfo("a")
    info.size = size
    return info.tobuf(tarfile.GNU_FORMAT) + bytes(1024)


def _sparse_tar() -> bytes:
    info = tarfile.TarInfo("hole")
    info.type = tarfile.GNUTYPE_SPARSE
    header = bytearray(info.tobuf(tarfile.GNU_FORMAT))
    header[483:495] = b"00000000000\0"
    header[148:156] = b"        "
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + bytes(1024)


def _quiet_link(folder: Path) -> Path:
    (folder / "handed").mkdir()
    (folder / "handed" / "bot.py").write_text("")
    (folder / "handed" / "key").symlink_to("/etc/passwd")
    return folder / "handed"


def _with_pipe(folder: Path) -> Path:
    (folder / "handed").mkdir()
    os.mkfifo(folder / "handed" / "pipe")
    return folder / "handed"


def _as_file(data: bytes, name: str = "payload") -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return write


def _folder_of(files: Mapping[str, bytes]) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        for name, data in files.items():
            place = folder / "handed" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        return folder / "handed"

    return write


_LINK = _member("x", kind=tarfile.SYMTYPE, link="/etc/passwd")
_HARD = _member("x", kind=tarfile.LNKTYPE, link="../../etc/passwd")
_BOMB = {"a": bytes(MOST_BYTES * 1000)}
_E_TWICE = {"caf\u00e9.py": b"1", "cafe\u0301.py": b"2"}

HOSTILE: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no archive": (_as_file(b"#!/bin/sh\n" * 100), "is no archive"),
    "nothing at all": (_as_file(b""), "is no archive"),
    "another kind": (_as_file(b"7z\xbc\xaf\x27\x1c" + bytes(600)), "an archive of another kind"),
    "gzip of no tar": (_as_file(gzip.compress(b"x" * 5000)), "can't be read"),
    "empty tar": (_as_file(gzip.compress(_tar())), "is empty"),
    "empty zip": (_as_file(zip_of({})), "is empty"),
    "folders alone": (_as_file(zip_of({"a/": b"", "a/b/": b""}, stat.S_IFDIR | 0o755)), "is empty"),
    "cut off tar.gz": (
        _as_file(tar_of({"a": random.Random(7).randbytes(5000)})[:-600]),
        "can't be read",
    ),
    "cut off tar": (_as_file(_tar(_member("a", b"x" * 512))[:1024]), "is cut off"),
    "cut off in a file": (_as_file(_tar(_member("a", b"x" * 5000))[:2000]), "can't be read"),
    "cut off zip": (_as_file(zip_of({"a": b"x" * 500})[:-30]), "can't be read"),
    "broken header": (_as_file(_tar_with_broken_header()), "is damaged"),
    "damaged zip": (_as_file(_damaged_zip()), "a can't be read"),
    "rubbish behind": (_as_file(tar_of({"a": b"x"}) + b"rubbish"), "can't be read"),
    "bomb as tar.gz": (_as_file(tar_of(_BOMB)), "more than 100000 bytes"),
    "bomb as zip": (_as_file(zip_of(_BOMB)), "more than 100000 bytes"),
    "zip that lies": (_as_file(_lying_zip()), "a can't be read"),
    "bomb of headers": (_as_file(_tar_with_huge_pax_header()), "is too big when unpacked"),
    "size beyond all": (_as_file(_tar_with_size(2**62)), "more than 100000 bytes"),
    "negative size": (_as_file(_tar_with_size(-(2**40))), "can't be read"),
    "many small": (_as_file(tar_of({c: bytes(30_000) for c in "abcd"})), "more than 100000 bytes"),
    "many files as tar": (_as_file(tar_of(_many(21))), "more than 20 files and folders"),
    "many files as zip": (_as_file(zip_of(_many(21))), "more than 20 files and folders"),
    "many folders": (_as_file(tar_of({"/".join("a" * 21) + "/x": b""})), "more than 20 files"),
    "too deep": (_as_file(tar_of({"a/" * 33 + "x": b""})), "is too deep"),
    "long path": (_as_file(tar_of({"a" * 200 + "/" + "b" * 900: b""})), "is too deep"),
    "long name": (_as_file(tar_of({"a" * 256: b""})), "a name of more than 255 bytes"),
    "link as tar": (_as_file(_tar(_LINK)), "x is a symbolic link"),
    "link as zip": (_as_file(zip_of({"x": b"/etc"}, stat.S_IFLNK | 0o777)), "x is a symbolic link"),
    "hard link": (_as_file(_tar(_HARD)), "x is a hard link"),
    "device": (_as_file(_tar(_member("x", kind=tarfile.CHRTYPE))), "x is a device"),
    "disk": (_as_file(_tar(_member("x", kind=tarfile.BLKTYPE))), "x is a device"),
    "pipe as tar": (_as_file(_tar(_member("x", kind=tarfile.FIFOTYPE))), "x is a named pipe"),
    "pipe as zip": (_as_file(zip_of({"x": b""}, stat.S_IFIFO | 0o644)), "neither a file nor"),
    "unknown type": (_as_file(_tar(_member("x", kind=b"V"))), "neither a file nor a folder"),
    "sparse": (_as_file(_sparse_tar()), "neither a file nor a folder"),
    "above": (_as_file(tar_of({"../x": b"1"})), r"\.\./x has \.\. in its path"),
    "above within": (_as_file(zip_of({"a/../../x": b"1"})), r"has \.\. in its path"),
    "above behind": (_as_file(zip_of({"a/..": b"1"})), r"has \.\. in its path"),
    "absolute": (_as_file(tar_of({"/etc/cron.d/x": b"1"})), "an absolute path"),
    "absolute as zip": (_as_file(zip_of({"/x": b"1"})), "an absolute path"),
    "with a drive": (_as_file(zip_of({"C:/x": b"1"})), "an absolute path"),
    "backslashes": (_as_file(zip_of({"a\\..\\x": b"1"})), "a backslash in its name"),
    "control character": (_as_file(tar_of({"a\x1b[2J": b"1"})), "a control character"),
    "end of line": (_as_file(tar_of({"a\nb": b"1"})), "a control character"),
    "no UTF-8": (_as_file(_tar(_member("a\udcff", b"1"), form=tarfile.GNU_FORMAT)), "not UTF-8"),
    "alike as tar": (_as_file(tar_of({"Bot.py": b"1", "bot.py": b"2"})), "differ in case"),
    "alike as zip": (_as_file(zip_of({"a/x": b"1", "A/y": b"2"})), "differ in case"),
    "alike in another form": (_as_file(tar_of(_E_TWICE)), "differ in case or Unicode form"),
    "twice": (_as_file(_tar(_member("x", b"1"), _member("./x", b"2"))), "x is there twice"),
    "file and folder": (_as_file(tar_of({"x": b"1", "x/y": b"2"})), "as a file and as a folder"),
    "folder and file": (_as_file(tar_of({"x/y": b"1", "x": b"2"})), "as a file and as a folder"),
    "encrypted": (_as_file(_encrypted_zip()), "is encrypted"),
    "packed by LZMA": (_as_file(_lzma_zip()), "another way than deflate"),
    "link in a folder": (_quiet_link, "key is a symbolic link"),
    "pipe in a folder": (_with_pipe, "pipe is neither a file nor a folder"),
    "big folder": (_folder_of({"a": bytes(MOST_BYTES + 1)}), "more than 100000 bytes"),
    "folder of many": (_folder_of(_many(21)), "more than 20 files and folders"),
    "alike in a folder": (_folder_of({"A": b"", "a": b""}), "differ in case"),
    "folder without files": (_folder_of({".git/x": b""}), "is empty"),
}
"""What is handed in, made in an empty folder, and words with which it is refused, as a pattern."""
