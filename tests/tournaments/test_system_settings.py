"""What of /etc bots see: settings that runtimes need, and nothing that is not for everybody's eyes."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import pytest

from tests.tournaments.sandboxes import needs_sandbox
from tournaments.processes.sandbox import open_sandbox
from tournaments.processes.system_settings import public_settings


@pytest.fixture
def etc(tmp_path: Path) -> Path:
    """A folder of settings, empty."""
    folder = tmp_path / "etc"
    folder.mkdir()
    return folder


def put(path: Path, mode: int = 0o644) -> Path:
    """Make a file, and the folders it is in for everybody to see."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.chmod(mode)
    return path


def link(path: Path, target: Path | str) -> None:
    """Make a link of an installed program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def shown(etc: Path) -> set[str]:
    """What bots see of a folder of settings."""
    found = public_settings(etc, [etc.parent / "lib"])
    return {str(path.relative_to(etc)) for path in found}


def test_what_a_runtime_s_links_lead_to_is_shown(etc: Path) -> None:
    """Files and folders, by absolute and relative links, at any depth and over several links."""
    lib = etc.parent / "lib"
    put(etc / "java-21-lts" / "security" / "java.security")
    put(etc / "R" / "Renviron")
    put(etc / "pki" / "extracted" / "cacerts")
    link(etc / "pki" / "java" / "cacerts", "../extracted/cacerts")
    link(lib / "jvm" / "conf" / "java.security", etc / "java-21-lts" / "security" / "java.security")
    link(lib / "R" / "etc", "../../etc/R")
    link(lib / "jvm" / "cacerts", etc / "pki" / "java" / "cacerts")
    put(etc / "service" / "settings")  # no program leads there
    assert shown(etc) == {"java-21-lts/security/java.security", "R", "pki/java/cacerts"}


def test_what_settings_lead_to_is_shown(etc: Path) -> None:
    """Certificates are links from one folder of /etc into another on some systems."""
    put(etc / "pki" / "bundle.pem")
    put(etc / "mysql" / "my.cnf")
    link(etc / "ssl" / "certs" / "bundle.pem", etc / "pki" / "bundle.pem")
    link(etc / "alternatives" / "my.cnf", etc / "mysql" / "my.cnf")
    assert shown(etc) == {"ssl/certs", "alternatives", "pki/bundle.pem"}


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o000])
def test_what_not_everybody_may_read_is_not_shown(etc: Path, mode: int) -> None:
    """Be it named, led to, in a folder that is shown, or in one that only its owner may enter."""
    lib = etc.parent / "lib"
    put(etc / "hosts", mode)
    put(etc / "php-fpm" / "key", mode)
    link(lib / "php" / "key", etc / "php-fpm" / "key")
    put(etc / "fonts" / "fonts.conf")
    put(etc / "fonts" / "inner" / "key", mode)
    put(etc / "fonts" / "inner" / "seen")
    put(etc / "vault" / "open" / "key")
    (etc / "vault").chmod(0o700)
    link(lib / "vault", etc / "vault" / "open")
    assert shown(etc) == {"fonts/fonts.conf", "fonts/inner/seen"}


def test_what_people_write_passwords_into_is_not_shown(etc: Path) -> None:
    """Not even where everybody may read it and a program has a link to it."""
    lib = etc.parent / "lib"
    for name in ("environment", "npmrc", "maven/settings.xml", "ssh/ssh_config"):
        link(lib / name, put(etc / name))
    put(etc / "maven" / "m2.conf")
    link(lib / "conf", etc / "maven")
    assert shown(etc) == {"maven/m2.conf"}


def test_broken_links_are_left_alone(etc: Path) -> None:
    """Those that lead nowhere or in a circle, to the whole of /etc, or to a folder elsewhere."""
    lib = etc.parent / "lib"
    link(lib / "gone", etc / "gone")
    link(etc / "circle" / "a", etc / "circle" / "b")
    link(etc / "circle" / "b", etc / "circle" / "a")
    link(lib / "circle", etc / "circle" / "a")
    link(lib / "all", etc)
    link(etc / "up" / "all", etc.parent)
    link(lib / "up", etc / "up" / "all")
    put(etc / "secrets" / "key")
    assert shown(etc) == set()


@needs_sandbox
def test_this_machine_s_settings() -> None:
    """In a sandbox no file of /etc is to be seen that not everybody may read; certificates are there."""
    command = [*open_sandbox().command({}, cwd=None), "--", "find", "-L", "/etc", "-type", "f"]
    listing = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    assert "/etc/passwd" in listing
    private = [name for name in listing if not Path(name).stat().st_mode & stat.S_IROTH]
    assert private == []
    for name in ("/etc/shadow", "/etc/ssl/private", "/etc/ssh", "/etc/environment", "/etc/npmrc"):
        assert not [seen for seen in listing if seen.startswith(name)]
