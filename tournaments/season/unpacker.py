"""Unpacks an author's archive or folder into an empty folder; a program that runs in the sandbox.

It needs the standard library alone, since nothing else of this project is shown there. Names and
sizes are checked before anything is written, links are never made, and files are created with
O_EXCL and O_NOFOLLOW, so that nothing can be written outside of the target. The answer is one
line of JSON on standard output: `{"files": N, "bytes": N}`, or `{"refused": TEXT}`.
"""

from __future__ import annotations

import dataclasses
import functools
import gzip
import json
import os
import stat
import sys
import tarfile
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

__all__ = ["PayloadError", "Unpacker", "main", "unpack"]

LEFT_OUT = frozenset({".git", ".hg", ".svn", "__pycache__"})
"""Names of folders that are not unpacked: no copy of a bot has them."""
MOST_DEEP = 32
"""Most folders in one another."""
MOST_IN_PATH = 1000
"""Most characters of a path."""
MOST_IN_NAME = 255
"""Most bytes of the name of a file or folder, as file systems have it."""
_HEADERS = 4096
"""Bytes of headers that a tar file may have for each file and folder."""
_BLOCK = 512
_CHUNK = 1 << 16
_MIB = 1 << 20
_SHOWN = 80
_KINDS = {
    tarfile.SYMTYPE: "a symbolic link",
    tarfile.LNKTYPE: "a hard link",
    tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device",
    tarfile.FIFOTYPE: "a named pipe",
}
_OTHER_FORMATS = (b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"(\xb5/\xfd")


class PayloadError(Exception):
    """The archive or folder is refused; the message is a sentence for its author."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Entry:
    """A file or folder in an archive that was handed in: name, size, and how to read it."""

    name: str
    """Path as the archive has it."""
    is_folder: bool
    size: int = 0
    """Bytes of the file as the archive states them."""
    can_run: bool = False
    """Whether the file may be run as a program."""
    open: Callable[[], IO[bytes] | None] = lambda: None
    """Function that opens the file's contents."""


class Unpacker:
    """Checks entries one after another, and writes them into a folder.

    Args:
        target: The folder, which must be empty.
        most_bytes: Most bytes of all files together.
        most_files: Most files and folders.
    """

    def __init__(self, target: Path, *, most_bytes: int, most_files: int) -> None:
        self._target = target
        self._most_bytes = most_bytes
        self._most_files = most_files
        self._known: dict[str, tuple[str, bool]] = {}
        """Path and whether it is a folder, by the path without case and Unicode form."""
        self._given: set[str] = set()
        """Paths that the archive has an entry for."""
        self.num_bytes = 0
        """Bytes that were written."""

    @property
    def num_files(self) -> int:
        """Number of files and folders so far."""
        return len(self._known)

    @property
    def has_file(self) -> bool:
        """Whether there is a file so far, and not folders alone."""
        return not all(is_folder for _, is_folder in self._known.values())

    def add(self, entry: _Entry) -> None:
        """Check and write one entry.

        Raises:
            PayloadError: Its name, its size, or their number is refused.
            OSError: It can't be written, which is no fault of the author.
        """
        parts = _parts_of(entry.name, is_folder=entry.is_folder)
        if not parts or LEFT_OUT.intersection(parts if entry.is_folder else parts[:-1]):
            return
        self._take_names(parts, entry)
        if entry.is_folder:
            self._place(parts).mkdir(parents=True, exist_ok=True)
            return
        if self.num_bytes + entry.size > self._most_bytes:
            raise self._too_big(entry.name)
        place = self._place(parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o755 if entry.can_run else 0o644
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with open(os.open(place, flags, mode), "wb") as out:
            for chunk in _chunks(entry):
                # Counted as it is read: what an archive states about itself may be a lie.
                self.num_bytes += len(chunk)
                if self.num_bytes > self._most_bytes:
                    raise self._too_big(entry.name)
                out.write(chunk)
        place.chmod(mode)  # whatever the umask is

    def _take_names(self, parts: list[str], entry: _Entry) -> None:
        path = "/".join(parts)
        if path in self._given and not entry.is_folder:
            raise PayloadError(f"{_shown(path)} is there twice")
        self._given.add(path)
        for end in range(1, len(parts) + 1):
            part, is_folder = "/".join(parts[:end]), end < len(parts) or entry.is_folder
            alike = unicodedata.normalize("NFC", unicodedata.normalize("NFC", part).casefold())
            before = self._known.setdefault(alike, (part, is_folder))
            if before[0] != part:
                raise PayloadError(
                    f"{_shown(before[0])} and {_shown(part)} have names that differ in case or"
                    " Unicode form alone: rename one of them"
                )
            if before[1] != is_folder:
                raise PayloadError(f"{_shown(part)} is there as a file and as a folder")
        if self.num_files > self._most_files:
            raise PayloadError(
                f"has more than {self._most_files} files and folders, which is the most here"
            )

    def _too_big(self, name: str) -> PayloadError:
        return PayloadError(
            f"has more than {_size(self._most_bytes)} when unpacked, which is the most here, at"
            f" {_shown(name)}"
        )

    def _place(self, parts: list[str]) -> Path:
        return self._target.joinpath(*parts)


def unpack(source: Path, target: Path, *, most_bytes: int, most_files: int) -> Unpacker:
    """Unpack an archive (.tar.gz, .tar or .zip), or copy a folder, into an empty folder.

    Args:
        source: The archive or folder.
        target: The empty folder.
        most_bytes: Most bytes of all files together.
        most_files: Most files and folders.

    Raises:
        PayloadError: It is refused, or can't be read as what it is.
        OSError: It can't be written, which is no fault of the author.
    """
    unpacker = Unpacker(target, most_bytes=most_bytes, most_files=most_files)
    if source.is_dir():
        for entry in _in_folder(source):
            unpacker.add(entry)
    else:
        with source.open("rb") as file:
            for entry in _in_archive(file, most_bytes + most_files * _HEADERS):
                unpacker.add(entry)
    if not unpacker.has_file:
        raise PayloadError("is empty: it has no file")
    return unpacker


def _in_archive(file: IO[bytes], most: int) -> Iterator[_Entry]:
    head = file.read(_BLOCK)
    file.seek(0)
    if head.startswith(b"PK"):
        reader = _in_zip(file)
    elif head.startswith(b"\x1f\x8b"):
        reader = _in_tar(_Bounded(gzip.GzipFile(fileobj=file), most))
    elif head[257:262] == b"ustar":
        reader = _in_tar(_Bounded(file, most))
    elif head.startswith(_OTHER_FORMATS):
        raise PayloadError("must be a .tar.gz, .tar or .zip, not an archive of another kind")
    else:
        raise PayloadError("is no archive: it must be a .tar.gz, .tar or .zip")
    entries = iter(reader)
    while True:
        # What fails here is reading; what is written fails in `Unpacker.add`, outside of this.
        try:
            entry = next(entries)
        except StopIteration:
            return
        except PayloadError:
            raise
        except MemoryError:
            raise PayloadError("needs too much memory to be read") from None
        except Exception as error:  # the readers raise all kinds for bytes that they can't read
            raise _unreadable(error) from None
        yield entry


def _in_tar(file: _Bounded) -> Iterator[_Entry]:
    with tarfile.open(fileobj=file, mode="r:") as archive:  # type: ignore[call-overload]
        while (member := archive.next()) is not None:
            archive.members.clear()  # it would keep all of them
            if member.type in _KINDS:
                raise PayloadError(f"{_shown(member.name)} is {_KINDS[member.type]}: send the file")
            if not (member.isdir() or member.isreg()) or member.issparse():
                raise PayloadError(f"{_shown(member.name)} is neither a file nor a folder")
            if member.size < 0:
                raise PayloadError("can't be read: a size in it is negative")
            yield _Entry(
                member.name,
                member.isdir(),
                member.size,
                bool(member.mode & stat.S_IXUSR),
                functools.partial(archive.extractfile, member),
            )
        # The reader takes a broken header for the end; behind the real end there are zeros alone.
        file.seek(archive.offset)
        rest = file.read(_CHUNK)
        if not rest:
            raise PayloadError("is cut off: its end is missing")
        while rest:
            if rest.strip(b"\0"):
                raise PayloadError("can't be read: it is damaged")
            rest = file.read(_CHUNK)


def _in_zip(file: IO[bytes]) -> Iterator[_Entry]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            mode, name = info.external_attr >> 16, info.filename
            if stat.S_ISLNK(mode):
                raise PayloadError(f"{_shown(name)} is a symbolic link: send the file")
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise PayloadError(f"{_shown(name)} is neither a file nor a folder")
            if info.flag_bits & 0x1:
                raise PayloadError(f"{_shown(name)} is encrypted: send it without a password")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise PayloadError(f"{_shown(name)} is packed in another way than deflate")
            yield _Entry(
                name,
                info.is_dir(),
                info.file_size,
                bool(mode & stat.S_IXUSR),
                functools.partial(archive.open, info),
            )


def _in_folder(folder: Path) -> Iterator[_Entry]:
    waiting = [""]
    while waiting:
        above = waiting.pop()
        with os.scandir(folder / above) as found:
            for each in sorted(found, key=lambda each: each.name):
                name = f"{above}{each.name}"
                status = each.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode):
                    if each.name not in LEFT_OUT:
                        waiting.append(f"{name}/")
                        yield _Entry(f"{name}/", True)
                elif stat.S_ISREG(status.st_mode):
                    can_run = bool(status.st_mode & stat.S_IXUSR)
                    opened = functools.partial(_open_file, each.path)
                    yield _Entry(name, False, status.st_size, can_run, opened)
                elif stat.S_ISLNK(status.st_mode):
                    raise PayloadError(f"{_shown(name)} is a symbolic link: send the file")
                else:
                    raise PayloadError(f"{_shown(name)} is neither a file nor a folder")


def _open_file(path: str) -> IO[bytes]:
    # O_NONBLOCK and O_NOFOLLOW: the file may have become a pipe or a link meanwhile.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    return open(os.open(path, flags), "rb")


class _Bounded:
    """Binary file that raises `PayloadError` where more bytes are read than allowed, headers included."""

    def __init__(self, file: Any, most: int) -> None:
        self._file = file
        self._most = most + _BLOCK * 40  # the end of a tar file is padded

    def read(self, size: int = -1) -> bytes:
        left = self._most - self._file.tell()
        data: bytes = self._file.read(min(size, left + 1) if size >= 0 else left + 1)
        if len(data) > left:
            raise self._too_long()
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        # Seeking reads what is in between, if the file is compressed.
        if whence != 0 or offset > self._most:
            raise self._too_long()
        return int(self._file.seek(offset))

    def tell(self) -> int:
        return int(self._file.tell())

    def _too_long(self) -> PayloadError:
        return PayloadError(f"is too big when unpacked: more than {_size(self._most)} with headers")


def _chunks(entry: _Entry) -> Iterator[bytes]:
    try:
        source = entry.open()
        assert source is not None  # it is a file, and no link
        with source:
            while chunk := source.read(_CHUNK):
                yield chunk
    except MemoryError:
        raise PayloadError(f"{_shown(entry.name)} needs too much memory to be read") from None
    except PayloadError:
        raise
    except Exception as error:
        raise PayloadError(f"{_shown(entry.name)} {_unreadable(error)}") from None


def _parts_of(name: str, *, is_folder: bool) -> list[str]:
    """Return the parts of an entry's path; empty for the folder of the archive itself.

    Raises:
        PayloadError: The path leads out of the folder, or has characters or lengths that are refused.
    """
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise PayloadError(f"{_shown(name)} has a name that is not UTF-8") from None
    if name.startswith("/") or name[1:2] == ":":
        raise PayloadError(f"{_shown(name)} has an absolute path")
    if "\\" in name:
        raise PayloadError(
            f"{_shown(name)} has a backslash in its name: folders are separated by /"
        )
    if any(unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") for each in name):
        raise PayloadError(f"{_shown(name)} has a control character in its name")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise PayloadError(f"{_shown(name)} has .. in its path")
    if not is_folder and (not parts or name.endswith("/")):
        raise PayloadError(f"{_shown(name)} is a file without a name")
    if len(parts) > MOST_DEEP or len(name) > MOST_IN_PATH:
        raise PayloadError(
            f"{_shown(name)} is too deep: at most {MOST_DEEP} folders and {MOST_IN_PATH} characters"
        )
    if any(len(part.encode()) > MOST_IN_NAME for part in parts):
        raise PayloadError(f"{_shown(name)} has a name of more than {MOST_IN_NAME} bytes")
    return parts


def _unreadable(error: Exception) -> PayloadError:
    text = str(error) or type(error).__name__
    return PayloadError(f"can't be read: {_plain(text)[:200]}")


def _shown(name: str) -> str:
    short = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    return _plain(short)


def _size(count: int) -> str:
    """Return a number of bytes as text for people."""
    return f"{count / _MIB:g} MiB" if count >= _MIB else f"{count} bytes"


def _plain(text: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in text)


def main(argv: list[str]) -> None:
    """Unpack `argv[0]` into `argv[1]`, with at most `argv[2]` bytes and `argv[3]` files."""
    source, target, most_bytes, most_files = argv
    try:
        done = unpack(
            Path(source), Path(target), most_bytes=int(most_bytes), most_files=int(most_files)
        )
        answer: dict[str, object] = {"files": done.num_files, "bytes": done.num_bytes}
    except PayloadError as error:
        answer = {"refused": str(error)}
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
