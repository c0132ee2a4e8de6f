"""`referee serve --config FILE`: what a file may have, and what goes before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.cli.serve import command
from referee.core.time_control import SECOND
from referee.server.process.config import RetentionLimits, ServerConfig
from tests.cli.command import Ran, check_one_line, run_here

WHOLE = """
listen = ["127.0.0.1:7071", "unix:/run/referee.sock"]
data_dir = "/var/lib/gamereferee"
trusted_proxy = "10.0.0.0/8"
max_matches = 25
drain_grace = "2m"
sync = true
keep_replays_days = 3
think_slots = 2
house_bots = false
log_level = "warning"
"""


class Serve:
    """Runs `referee serve` as far as its settings, and keeps them.

    Args:
        monkeypatch: Replaces the server.
        capsys: Has the output.
        folder: Where files of settings are written.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self.monkeypatch = monkeypatch
        self.file = folder / "referee.toml"
        self.settings: ServerConfig | None = None
        self.house_bots: bool | None = None
        self._capsys = capsys
        monkeypatch.setattr(command, "_serve_alone", self._keep)

    def _keep(self, settings: ServerConfig, *, house_bots: bool) -> None:
        self.settings, self.house_bots = settings, house_bots

    def run(self, *words: str) -> Ran:
        """Run the command with these flags."""
        return run_here(self.monkeypatch, self._capsys, "serve", *words)

    def given(self, text: str, *words: str) -> ServerConfig:
        """Return the settings with a file of this text and these flags."""
        self.file.write_text(text, encoding="utf-8")
        ran = self.run("--config", str(self.file), *words)
        assert (ran.status, ran.err) == (0, "")
        assert self.settings is not None
        return self.settings

    def refused(self, text: str, *words: str) -> Ran:
        """Run the command with a file of this text; it must not serve."""
        self.file.write_text(text, encoding="utf-8")
        ran = self.run("--config", str(self.file), *words)
        assert self.settings is None
        return ran


@pytest.fixture
def serve(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Serve:
    """The command, without a server."""
    return Serve(monkeypatch, capsys, tmp_path)


def test_every_kind_of_setting_can_be_in_a_file(serve: Serve) -> None:
    """Lists, paths, numbers, durations, switches both ways, and one of several words."""
    settings = serve.given(WHOLE)
    addresses = [listen.text for listen in settings.listen]
    assert addresses == ["127.0.0.1:7071", "unix:/run/referee.sock"]
    assert settings.data_dir == Path("/var/lib/gamereferee")
    assert [str(network) for network in settings.trusted_proxies] == ["10.0.0.0/8"]
    assert (settings.max_matches, settings.think_slots, settings.sync) == (25, 2, True)
    assert settings.drain_grace_ns == 120 * SECOND
    assert settings.keep_replays == RetentionLimits(days=3)
    assert serve.house_bots is False


def test_flags_go_before_the_environment_and_that_before_the_file(serve: Serve) -> None:
    """What the file alone has stays."""
    serve.monkeypatch.setenv("REFEREE_MAX_MATCHES", "26")
    serve.monkeypatch.setenv("REFEREE_DATA_DIR", "of-the-environment")
    serve.monkeypatch.setenv("REFEREE_SYNC", "0")
    settings = serve.given(WHOLE, "--data-dir", "of-the-flag", "--house-bots")
    assert (settings.max_matches, settings.data_dir) == (26, Path("of-the-flag"))
    assert (settings.sync, serve.house_bots) == (False, True)
    assert settings.think_slots == 2


def test_the_environment_may_name_the_file(serve: Serve) -> None:
    """As it may give any other flag."""
    serve.file.write_text("max_matches = 9\n")
    serve.monkeypatch.setenv("REFEREE_CONFIG", str(serve.file))
    assert serve.run().status == 0
    assert serve.settings is not None
    assert serve.settings.max_matches == 9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "max_matchs = 3",
            "a key must be the name of a setting (did you mean max_matches?), not 'max_matchs'",
        ),
        ("data-dir = 'd'", "(did you mean data_dir?), not 'data-dir'"),
        ("config = 'other.toml'", "not 'config'"),
        ("max_matches = '3'", "max_matches must be a whole number, not '3'"),
        ("max_matches = 3.5", "max_matches must be a whole number, not 3.5"),
        ("max_matches = true", "max_matches must be a whole number, not True"),
        ("capacity_seconds = false", "capacity_seconds must be a number, not False"),
        ("sync = 1", "sync must be true or false, not 1"),
        ("data_dir = 3", "data_dir must be text in quotes, not 3"),
        ("tls_cert = []", "tls_cert must be text in quotes, not []"),
        ("listen = [7070]", "listen must be text in quotes, not 7070"),
        ("log_level = 'loud'", "log_level must be one of debug, info, warning, error, not 'loud'"),
        ("[server]\nworkers = 2", "not 'server'"),
        ("workers = 0", "workers must be from 1 to 64, not 0"),
        ("drain_grace = 'soon'", "drain_grace must be "),
        ("workers = ", "referee.toml is no TOML: Invalid value (at end of document)"),
    ],
)
def test_a_wrong_setting_is_one_line(serve: Serve, text: str, message: str) -> None:
    """With field, bound and value."""
    check_one_line(serve.refused(text), message)


def test_a_file_that_can_t_be_read_is_one_line(serve: Serve) -> None:
    """With the system's reason."""
    ran = serve.run("--config", str(serve.file))
    check_one_line(ran, "config must be a file that can be read (No such file or directory)")


def test_a_file_has_a_largest_size(serve: Serve) -> None:
    """So that a wrong path, such as that of a device, ends."""
    check_one_line(serve.refused("#" * 65_537), "config must be a file of at most 65536 bytes")


def test_the_key_may_be_in_its_own_file(serve: Serve) -> None:
    """Then it is neither in the environment nor in the file of settings."""
    key = serve.file.with_name("key")
    key.write_text("the-key-in-a-file\n")
    settings = serve.given(f"organizer_key_file = '{key}'\nclosed = true")
    assert settings.organizer_keys.name_of(b"Bearer the-key-in-a-file") == "organizer"
    assert settings.organizer_keys.name_of(b"Bearer ") is None
    key.write_text("another-key-in-a-file")
    settings.credentials.use(settings.credentials.read())  # as SIGHUP does
    assert settings.organizer_keys.name_of(b"Bearer the-key-in-a-file") is None
    assert settings.organizer_keys.name_of(b"Bearer another-key-in-a-file") == "organizer"


def _key_error(serve: Serve, text: str) -> str:
    key = serve.file.with_name("key")
    key.write_text(text)
    with pytest.raises(Exception, match="organizer_key_file must be") as caught:
        serve.given(f"organizer_key_file = '{key}'").credentials.read()
    return str(caught.value)


@pytest.mark.parametrize("text", ["", "\n", "short-secret-1", "two lines of-a-secret\nsecret-two"])
def test_a_file_without_one_key_is_refused(serve: Serve, text: str) -> None:
    """And the error does not show what was in it."""
    message = _key_error(serve, text)
    assert "one key of at least 16 characters" in message
    assert "secret" not in message


@pytest.mark.parametrize("where", ["environment", "file"])
def test_one_key_can_t_be_given_in_two_ways(serve: Serve, where: str) -> None:
    """An operator would not know which of the two holds."""
    text: Any = "organizer_key_file = 'key'\n"
    if where == "environment":
        serve.monkeypatch.setenv("REFEREE_ORGANIZER_KEY", "of-the-environment")
    else:
        text += "organizer_key = 'of-the-file-itself'\n"
    ran = serve.refused(text)
    check_one_line(ran, "organizer_key and organizer_key_file must be given in one of the two ways")
    assert "environment" not in ran.err
