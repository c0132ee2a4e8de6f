"""Finds the files of /etc that a bot's runtime needs, such as `/etc/java-17-openjdk` for Java.

Two kinds are shown: settings that runtimes open by their names, and files that links in the folders
of installed programs lead to. Of both, only files that every user of the machine may read are
shown: a bot keeps the rights of the user who runs the tournament, and that may be root.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

__all__ = ["public_settings"]

_NAMED = (
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "dotnet",
    "fonts",
    "gai.conf",
    "group",
    "host.conf",
    "hosts",
    "java",
    "java-*-openjdk",
    "julia",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "localtime",
    "mime.types",
    "mono",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "perl",
    "php/*/cli",
    "pki/ca-trust/extracted",
    "pki/tls/cert.pem",
    "pki/tls/certs",
    "pki/tls/openssl.cnf",
    "protocols",
    "resolv.conf",
    "services",
    "ssl/cert.pem",
    "ssl/certs",
    "ssl/openssl.cnf",
    "terminfo",
    "timezone",
)
"""Settings that runtimes open by name: no keys, no passwords, no settings of services."""
_PRIVATE = ("maven/settings.xml", "ssh", "ssl/private", "pki/tls/private")
"""Files and folders that are never shown, whatever their modes, since people write passwords into
them.
"""
_PROGRAMS = ("/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec")
_SHARED = "/usr/share"
_NO_RUNTIMES = frozenset({"bash-completion", "doc", "fonts", "icons", "info", "locale", "man"})
"""Folders of /usr/share with many files and no programs."""


def public_settings(
    etc: Path = Path("/etc"), programs: Iterable[Path] | None = None
) -> tuple[Path, ...]:
    """Return the files and folders of /etc that bots see, by the names under which programs open them.

    Args:
        etc: The folder of settings.
        programs: Folders of installed programs, whose links into `etc` are followed; None means
            those of the distribution.
    """
    found = dict[Path, None]()
    for name in _NAMED:
        for path in sorted(etc.glob(name)):
            # A dict in place of a set: the order of mounts must be the same each time.
            found |= dict.fromkeys(_public(path, etc))
    if programs is None:
        programs = _distribution()
    waiting = [target for folder in programs for target in _links_into(etc, folder)]
    # What a runtime's settings lead to are its settings, too: RHEL's certificates are links in /etc.
    # Not so in /etc/alternatives, which has links of all sorts of programs.
    followed = [path for path in found if path != etc / "alternatives"]
    waiting += [target for path in followed for target in _links_into(etc, path)]
    while waiting:
        path = waiting.pop()
        if not _is_of_a_runtime(path, etc) or _is_shown(path, found, etc):
            continue
        for shown in _public(path, etc):
            found[shown] = None
            waiting += _links_into(etc, shown)
    return tuple(found)


def _is_of_a_runtime(path: Path, etc: Path) -> bool:
    """Return whether a link may show this path: a file in a subfolder of /etc, or such a folder.

    A file directly in /etc belongs to the machine, such as environment, npmrc or machine-id. A
    folder elsewhere is shown by its own name or not at all: a link to `/` must not show everything.
    """
    try:
        real, home = path.resolve(), etc.resolve()
    except RuntimeError:  # links in a circle
        return False
    if path.is_dir():
        return real != home and real.is_relative_to(home)
    return path.parent != etc


def _is_shown(path: Path, found: Mapping[Path, None], etc: Path) -> bool:
    """Return whether a path can be followed to its end through paths that are shown already.

    Args:
        path: The path.
        found: Paths that are shown already, with all that is below them.
        etc: The folder of settings; links that lead elsewhere are not looked at.
    """
    places = [place for place in (path, path.resolve()) if place.is_relative_to(etc)]
    return all(place in found or any(up in found for up in place.parents) for place in places)


def _distribution() -> Iterator[Path]:
    yield from map(Path, _PROGRAMS)
    if os.path.isdir(_SHARED):
        yield from (Path(_SHARED, name) for name in os.listdir(_SHARED) if name not in _NO_RUNTIMES)


def _links_into(etc: Path, folder: Path) -> Iterator[Path]:
    """Yield the paths in `etc` that links in a folder lead to, at any depth.

    Linked folders are skipped.
    """
    folders = [os.fspath(folder)]
    while folders:
        try:
            entries = os.scandir(folders.pop())
        except OSError:  # not there, a file, or not ours to read
            continue
        with entries:
            for entry in entries:
                if entry.is_symlink():
                    yield from _target_in(etc, entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)


def _target_in(etc: Path, link: str) -> Iterator[Path]:
    try:
        words = os.readlink(link)
    except OSError:
        return
    if etc.name in words:  # few have it, and all links of a system are looked at
        path = Path(os.path.normpath(os.path.join(os.path.dirname(link), words)))
        if path.is_relative_to(etc):
            yield path


def _public(path: Path, etc: Path) -> Iterator[Path]:
    """Yield a file or folder if every user may read it; of a folder with private parts, yield the others.

    Args:
        path: The file or folder.
        etc: The folder of settings.
    """
    if not _is_public(path, etc):
        return
    if not path.is_dir():
        yield path
        return
    parts = list[Path]()
    is_whole = True
    for entry in sorted(path.iterdir()):
        if entry.is_symlink():
            # A mounted folder shows the link alone: what that leads to is looked at separately.
            parts += [entry] if entry.is_file() and _is_public(entry, etc) else []
        else:
            inner = list(_public(entry, etc))
            parts += inner
            is_whole = is_whole and inner == [entry]
    yield from [path] if is_whole else parts


def _is_public(path: Path, etc: Path) -> bool:
    """Return whether the kernel lets every user read this path, and it is not in `_PRIVATE`."""
    try:
        real, home = path.resolve(strict=True), etc.resolve()
        mode = real.stat().st_mode
        ways = [folder for folder in real.parents if not home.is_relative_to(folder)]
        passable = all(folder.stat().st_mode & stat.S_IXOTH for folder in ways)
    except (OSError, RuntimeError):  # dangling, in a circle, or not ours to see
        return False
    private = [(etc / name).resolve() for name in _PRIVATE]
    # The folders above count as well: a readable file in a closed folder is not public.
    if not passable or any(real.is_relative_to(place) for place in private):
        return False
    if stat.S_ISDIR(mode):
        return mode & 0o005 == 0o005
    return stat.S_ISREG(mode) and bool(mode & stat.S_IROTH)
