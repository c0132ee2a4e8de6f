"""Copies of bots' folders, each named by the digest of its files.

The bytes are hashed while the copy is written, so the digest describes what will run, even if the
original folder changes meanwhile.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from tournaments.spec.errors import CopyError
from tournaments.spec.file_digest import file_sha256

__all__ = [
    "copy_folder",
    "difference",
    "digest_of",
    "keep_copy",
    "list_files",
    "sha256_of",
    "writable_copy",
]

LEFT_OUT = frozenset({".git", ".hg", ".svn", "__pycache__"})
"""Names of folders that are neither copied nor hashed, wherever they are."""
MOST_BYTES = 8 * 1024**3
"""Largest total size of a folder that can be copied, in bytes."""
MOST_FILES = 200_000
"""Highest number of files in a folder that can be copied."""
_CHUNK = 1 << 20
_GIB = 1024**3


def digest_of(files: Mapping[str, str]) -> str:
    """Return the SHA-256 of all paths with the digests of their files, 64 hexadecimal digits.

    Args:
        files: Digest of each file by its path, as from `list_files`.
    """
    text = json.dumps(dict(files), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def difference(before: Mapping[str, str], after: Mapping[str, str]) -> str | None:
    """Return the first path whose digest differs between two folders, with both digests, as text.

    None if they are equal.

    Args:
        before: Digest of each file of the earlier folder by its path, as from `list_files`.
        after: The same of the later folder.
    """
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new:
            return f"{path} was {old or 'not there'} and is {new or 'not there any more'}"
    return None


def list_files(
    folder: Path, *, hidden: Collection[Path] = (), follow: bool = False
) -> dict[str, str]:
    """Return the digests of a folder's files.

    Args:
        folder: The folder.
        hidden: Files and folders below `folder` that are left out.
        follow: Whether a link to a file outside the folder is replaced by that file.

    Returns:
        By path, relative and with slashes: `sha256:…` of a file, followed by `x` if it is executable, or
        `link:…` of a link that stays one.

    Raises:
        CopyError: A file can't be read, or the folder exceeds `MOST_BYTES` or `MOST_FILES`.
    """
    return _take(folder, None, hidden, follow)


def copy_folder(
    folder: Path, target: Path, *, hidden: Collection[Path] = (), follow: bool = False
) -> dict[str, str]:
    """Copy a folder to a new one; return the digests of the files in the copy, as from `list_files`.

    Args:
        folder: The folder.
        target: Path of the copy, which must not exist.
        hidden: Files and folders below `folder` that are left out.
        follow: Whether a link to a file outside the folder is replaced by that file.

    Raises:
        CopyError: A file can't be copied, or the folder exceeds `MOST_BYTES` or `MOST_FILES`.
    """
    try:
        target.mkdir(parents=True)
    except OSError as error:
        raise CopyError(f"{target} can't be written: {error.strerror}") from None
    return _take(folder, target, hidden, follow)


def keep_copy(
    folder: Path, parent: Path, *, hidden: Collection[Path] = (), follow: bool = False
) -> tuple[Path, dict[str, str]]:
    """Copy a folder into a folder named by its digest, unless that exists already.

    A copy that no longer matches its digest is replaced.

    Args:
        folder: The folder.
        parent: Folder of all copies.
        hidden: Files and folders below `folder` that are left out.
        follow: Whether a link to a file outside the folder is replaced by that file.

    Returns:
        Path of the copy, and the digests of its files.

    Raises:
        CopyError: A file can't be copied, or the folder is too big.
    """
    # Under another name until it is whole: its final name promises the digest.
    part = parent / f"part-{secrets.token_hex(4)}"
    try:
        files = copy_folder(folder, part, hidden=hidden, follow=follow)
        kept = parent / digest_of(files)
        # Compared in full: a bot without a sandbox, or a disk, may have changed it.
        if kept.is_dir() and _holds(kept, files):
            return kept, files
        shutil.rmtree(kept, ignore_errors=True)
        part.rename(kept)
    except OSError as error:
        raise CopyError(f"{folder} can't be copied to {parent}: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return kept, files


def writable_copy(kept: Path, target: Path, files: Mapping[str, str]) -> Path:
    """Copy a bot's sealed copy into a folder that the bot may write into; return `target`.

    Args:
        kept: Folder of the sealed copy.
        target: Path of the new copy; what is there is removed first.
        files: Digest of each file by its path, as from `list_files`.

    Raises:
        CopyError: The sealed copy no longer has the digests in `files`.
    """
    shutil.rmtree(target, ignore_errors=True)
    changed = difference(files, copy_folder(kept, target))
    if changed is not None:
        raise CopyError(f"the copy in {kept} is damaged: {changed}")
    return target


def sha256_of(path: Path) -> str:
    """Return `sha256:` and the digest of a file's bytes.

    Raises:
        CopyError: The file can't be read.
    """
    try:
        return f"sha256:{file_sha256(path)}"
    except OSError:
        raise CopyError(f"{path} can't be read") from None


def _holds(kept: Path, files: Mapping[str, str]) -> bool:
    try:
        return list_files(kept) == files
    except CopyError:
        return False


def _take(
    folder: Path, target: Path | None, hidden: Collection[Path], follow: bool
) -> dict[str, str]:
    found: dict[str, str] = {}
    total = 0
    for path, is_link in _walk(folder, {Path(os.path.abspath(each)) for each in hidden}, target):
        name = path.relative_to(folder).as_posix()
        place = None if target is None else target / name
        try:
            if is_link and (link := _kept_link(path, folder, follow)) is not None:
                found[name] = f"link:{link}"
                if place is not None:
                    place.symlink_to(link)
                continue
            total += path.stat().st_size
            if total > MOST_BYTES or len(found) >= MOST_FILES:
                raise CopyError(
                    f"{folder} is too big to be copied: more than {MOST_BYTES // _GIB} GiB or"
                    f" {MOST_FILES} files, at {name}; put what all versions share elsewhere"
                )
            found[name] = _copy_file(path, place, may_follow=is_link)
        except OSError as error:
            raise CopyError(f"{path} can't be copied: {error.strerror}") from None
    return found


def _walk(folder: Path, hidden: set[Path], target: Path | None) -> Iterator[tuple[Path, bool]]:
    """Yield all files and links of a folder in order of their paths, and whether each is a link.

    Args:
        folder: The folder.
        hidden: Files and folders below `folder` that are left out.
        target: Folder below which the same folders are created; None creates none.
    """

    def fail(error: OSError) -> None:
        raise CopyError(f"{error.filename} can't be copied: {error.strerror}") from None

    for where, folders, names in os.walk(folder, onerror=fail):
        here = Path(where)
        kept = [
            name
            for name in sorted(folders)
            if name not in LEFT_OUT and here / name not in hidden and here / name != target
        ]
        links = [name for name in kept if (here / name).is_symlink()]
        # Changed in place, which is how os.walk is kept from entering a folder.
        folders[:] = [name for name in kept if name not in links]
        if target is not None:
            for name in folders:
                (target / (here / name).relative_to(folder)).mkdir()
        for name in sorted([*links, *names]):
            if here / name not in hidden:
                yield here / name, (here / name).is_symlink()


def _kept_link(path: Path, folder: Path, follow: bool) -> str | None:
    """Return the target of a link that is copied as a link, relative if it is inside the folder.

    None if the file that the link leads to is copied in its place.

    Args:
        path: The link.
        folder: The folder that is copied.
        follow: Whether a link to a file outside the folder is replaced by that file.
    """
    text = os.readlink(path)
    leads_to = Path(os.path.abspath(path.parent / text))
    home = Path(os.path.abspath(folder))
    if leads_to.is_relative_to(home):
        return os.path.relpath(leads_to, path.parent)
    # Files of the system are on every machine, and shown in every sandbox.
    if not follow or not path.exists() or _is_of_the_system(leads_to):
        return text
    if path.is_dir():
        raise CopyError(f"{path} is a link to a folder elsewhere, {leads_to}: copy it in its place")
    return None


def _is_of_the_system(path: Path) -> bool:
    return path.parts[1:2] in (("usr",), ("bin",), ("lib",), ("lib64",), ("opt",), ("etc",))


def _copy_file(path: Path, target: Path | None, *, may_follow: bool) -> str:
    """Read one file, and copy it if `target` is given.

    Return `sha256:` and the digest of its bytes, followed by `x` if it is executable.

    Args:
        path: The file.
        target: Path of the copy, which must not exist; None copies nothing.
        may_follow: Whether `path` may be a link, whose file is read then.

    Raises:
        CopyError: It is neither a file nor a link to one.
        OSError: It can't be read or copied, or it is a link and `may_follow` is False.
    """
    # O_NONBLOCK: opening a named pipe would wait for a writer. O_NOFOLLOW: the file may have become
    # a link.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if may_follow else os.O_NOFOLLOW)
    descriptor = os.open(path, flags)
    with open(descriptor, "rb") as source, contextlib.ExitStack() as stack:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise CopyError(f"{path} can't be copied: it is neither a file nor a folder nor a link")
        can_run = bool(status.st_mode & stat.S_IXUSR)
        digest = hashlib.sha256()
        out = None if target is None else stack.enter_context(target.open("xb"))
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            if out is not None:
                out.write(chunk)
    if target is not None:
        target.chmod(0o755 if can_run else 0o644)
        # Programs compare times, as Python those of its compiled files.
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    return f"sha256:{digest.hexdigest()}" + (" x" if can_run else "")
