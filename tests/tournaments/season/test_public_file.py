"""What a season's log has of its file: all that matches depend on, and nothing that is secret."""

from __future__ import annotations

import json
from pathlib import Path

from tournaments.season.public_file import PRIVATE_KEYS, PUBLIC_KEYS, public_terms
from tournaments.spec.config import TournamentSpec
from tournaments.spec.reading import parse_spec

FILE = """# call bob at 555-0100
name = "cup"
game = "diceman"
format = "ladder"
sandbox = "bubblewrap"
data = "/srv/ann/cup"
store = "postgresql://ann@db.example.org/cup"
[config]
games = 3
"odd \\u007f key" = {deep = [1.5, "a\\"b\\n", true]}
[limits]
memory = "1GiB"
[time_control]
move_time = "500ms"
[season]
opens = 2027-03-01T08:00:00Z
[remote]
listen = "0.0.0.0:7443"
cert = "/etc/cert.pem"
key = "/etc/key.pem"
[[notify]]
webhook = "https://chat.example.org/hook/secret"
[[bots]]
name = "greedy"
title = "Gr\N{LATIN SMALL LETTER E WITH DIAERESIS}edy"
house = "greedy"
[[bots]]
name = "own"
command = "/srv/ann/own --token secret"
[bots.env]
TOKEN = "secret"
"""
PATH = Path("cup.toml")
_DECISIVE_APART_FROM = ("bots", "notify", "remote")


def decisive(source: str) -> dict[str, object]:
    """All that may not change in a season, apart from addresses, paths and commands."""
    values: dict[str, object] = json.loads(parse_spec(source, PATH).decisive_json())
    return {key: values[key] for key in values if key not in _DECISIVE_APART_FROM}


def test_it_says_what_matches_depend_on() -> None:
    """It is a season's file again, and its log can be audited by it; its own text stays the same."""
    shown = public_terms(FILE)
    assert decisive(shown) == decisive(FILE)
    spec = parse_spec(shown, PATH)
    assert spec.config == {"games": 3, "odd \x7f key": {"deep": [1.5, 'a"b\n', True]}}
    assert [(bot.name, bot.title, bot.house) for bot in spec.bots] == [
        ("greedy", "Gr\N{LATIN SMALL LETTER E WITH DIAERESIS}edy", "greedy"),
        ("own", None, None),
    ]
    assert spec.remote is not None
    assert spec.remote.listen == "0.0.0.0:7443"
    assert public_terms(shown) == shown


def test_it_has_no_secrets() -> None:
    """No webhook, no path, no command, no environment, no comment."""
    shown = public_terms(FILE)
    for secret in ("secret", "/home", "/etc", "postgresql", "chat.example.org", "555", "TOKEN"):
        assert secret not in shown


def test_every_key_is_one_or_the_other() -> None:
    """A new key of the file must be sorted into one of the two."""
    assert set(TournamentSpec.model_fields) == PUBLIC_KEYS | PRIVATE_KEYS
    assert not PUBLIC_KEYS & PRIVATE_KEYS
