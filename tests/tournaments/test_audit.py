"""`tournament audit`: what was changed is found, at the first event that differs, or said to be unseen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.tournaments.stored import play_cup
from tournaments.audit.audit import Audit, audit, parse_head
from tournaments.log.event import Event, chained, parse_lines
from tournaments.log.signing import Signer, signer_of
from tournaments.spec.errors import LogError
from tournaments.store.folder import DataFolder
from tournaments.store.records import id_at_worker

Body = dict[str, Any]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a cup of six matches, one of which was void once; it has no replays."""
    return play_cup(tmp_path_factory.mktemp("cups") / "data")


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(played, tmp_path / "data"))


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """What an auditor elsewhere has: the log alone."""
    (tmp_path / "copy").mkdir()
    return Path(shutil.copy(folder / "tournament.log", tmp_path / "copy")).parent


def bodies_of(folder: Path) -> list[Body]:
    """The contents of all events of a log."""
    lines = (folder / "tournament.log").read_text().splitlines()
    return [event.body for event in parse_lines(lines, name="log")]


def write(folder: Path, bodies: list[Body], signer: Signer) -> None:
    """Write a log again, as somebody with a key can: its chain and its signatures are right."""
    events: list[Event] = []
    for body in bodies:
        events.append(signer.signed(chained(body, events[-1] if events else None)))
    (folder / "tournament.log").write_text("".join(f"{event.line}\n" for event in events))


def failures(result: Audit) -> dict[str, str]:
    """What does not hold, by check."""
    return {each.check: each.text for each in result.findings if each.holds is False}


def of(kind: str, bodies: list[Body]) -> list[int]:
    """Places of the events of a type, from 0."""
    return [place for place, body in enumerate(bodies) if body["type"] == kind]


def test_a_log_that_nobody_changed(folder: Path, copied: Path) -> None:
    """Everything holds; replays and a head are open, since neither is there."""
    result = audit(DataFolder(folder))
    assert {each.check: each.holds for each in result.findings} == {
        "chain": True,
        "signatures": True,
        "events": True,
        "schedule": True,
        "programs": True,
        "replays": None,
        "database": True,
        "head": None,
    }
    assert result.holds
    assert (result.name, result.head.split(":")[0]) == ("cup", str(len(bodies_of(folder))))
    elsewhere = audit(DataFolder(copied))
    assert elsewhere.holds
    assert [each.check for each in elsewhere.findings].count("database") == 0
    lines = list(result.lines())
    assert lines[2] == "holds  events: 6 results, 1 void attempts: each follows from a beginning"
    assert json.loads(json.dumps(result.as_json()))["holds"] is True


def test_a_folder_without_a_log(tmp_path: Path) -> None:
    """The error says where a log comes from."""
    with pytest.raises(
        LogError, match=r"has no log: tournaments of earlier versions get one at the"
    ):
        audit(DataFolder(tmp_path))


def swap_players(bodies: list[Body]) -> None:
    """Both began and ended as if the seats had been exchanged."""
    place = of("ended", bodies)[0]
    key = bodies[place]["key"]
    for body in bodies:
        if body.get("key") == key and body.get("players"):
            body["players"].reverse()


def better(bodies: list[Body]) -> None:
    """The loser of the first match has won it."""
    for seat in bodies[of("ended", bodies)[0]]["seats"]:
        seat["placement"] = 3 - seat["placement"]


def both_second(bodies: list[Body]) -> None:
    """Nobody has won the first match."""
    for seat in bodies[of("ended", bodies)[0]]["seats"]:
        seat["placement"] = 2


def twice(bodies: list[Body]) -> None:
    """The first match has two results."""
    place = of("ended", bodies)[0]
    bodies.insert(place + 1, bodies[place])


def never_void(bodies: list[Body]) -> None:
    """The attempt that was void never ended."""
    del bodies[of("void", bodies)[0]]


def void_afterwards(bodies: list[Body]) -> None:
    """A match that has a result came to nothing."""
    place = of("ended", bodies)[0]
    void: Body = dict(bodies[of("void", bodies)[0]])
    started = next(body for body in bodies if body.get("key") == bodies[place]["key"])
    bodies.insert(place + 1, void | {"key": started["key"], "attempt": started["attempt"]})


def stranger(bodies: list[Body]) -> None:
    """A bot that has not entered plays."""
    bodies[of("ended", bodies)[0]]["players"][0] = "z"


def opened_again(bodies: list[Body]) -> None:
    """The tournament begins once more when it has begun."""
    bodies.insert(of("ended", bodies)[0], bodies[0])


def other_secrets(bodies: list[Body]) -> None:
    """The dice are said to follow from another secret than the one committed to."""
    bodies.append({"type": "over", "secrets": ["00" * 32]})


def unknown_kind(bodies: list[Body]) -> None:
    """An event of a type that there is not."""
    bodies.insert(2, {"type": "bribed"})


def later_format(bodies: list[Body]) -> None:
    """The log has a format that this version does not read."""
    bodies[0]["format"] = 2


def unknown_dice(bodies: list[Body]) -> None:
    """The matches' dice follow a policy that there is not."""
    bodies[0]["dice"] = "loaded"


def match_elsewhere(bodies: list[Body]) -> None:
    """A match's id leads out of the folder of replays."""
    place = of("ended", bodies)[0]
    for body in bodies:
        if body.get("key") == bodies[place]["key"]:
            body["id"] = "../../secret"


def replay_elsewhere(bodies: list[Body]) -> None:
    """The digest of a replay is given for an id that leads to another folder."""
    bodies.append({"type": "replays", "sha256": {"..\\secret": "0" * 64}})


def hidden_replay(bodies: list[Body]) -> None:
    """The digest of a replay is given for the name of a hidden file."""
    bodies.append({"type": "replays", "sha256": {".secret": "0" * 64}})


def id_with_nul(bodies: list[Body]) -> None:
    """No file can have the id of a replay as its name."""
    bodies.append({"type": "replays", "sha256": {"m\0": "0" * 64}})


def short_digest(bodies: list[Body]) -> None:
    """The digest of a replay has a digit too few."""
    bodies.append({"type": "replays", "sha256": {"m1": "0" * 63}})


def program_elsewhere(bodies: list[Body]) -> None:
    """The digest of a program, after which its copy is named, is a path."""
    bodies.insert(1, {"type": "program", "bot": "a", "version": 1, "sha256": "/etc"})


def left_away(bodies: list[Body]) -> None:
    """A result is missing, with its beginning."""
    key = bodies[of("ended", bodies)[1]]["key"]
    bodies[:] = [body for body in bodies if body.get("key") != key]


@pytest.mark.parametrize(
    ("change", "check", "text"),
    [
        (swap_players, "schedule", "event 5: match 1 should be b - c in block 1:b:c"),
        (both_second, "events", "event 5: match 1 has placements [2, 2], which are no ranking"),
        (twice, "events", "event 6: match 1 has a result already"),
        (never_void, "events", "attempt 2 at match 0 begins while attempt 1 goes on"),
        (void_afterwards, "events", "event 6: attempt 1 is not being played, and can't be void"),
        (stranger, "events", "event 5: match 1 has a player z, who takes no part"),
        (opened_again, "events", "event 5: the tournament has begun, and can't be opened again"),
        (other_secrets, "events", "the secrets are not those that were committed to"),
        (unknown_kind, "events", "event 3: 'bribed' is unknown or missing"),
        (later_format, "events", "event 1: format must be 1, not 2"),
        (unknown_dice, "events", "event 1: 'loaded' is not a valid DicePolicy"),
        (match_elsewhere, "events", "a match id must be text without /, \\ and NUL that does not"),
        (replay_elsewhere, "events", "begin with a dot, not '..\\\\secret'"),
        (hidden_replay, "events", "begin with a dot, not '.secret'"),
        (id_with_nul, "events", "begin with a dot, not 'm\\x00'"),
        (short_digest, "events", "must be 64 hexadecimal digits, not '000"),
        (program_elsewhere, "events", "of a must be 64 hexadecimal digits, not '/etc'"),
    ],
)
def test_events_that_can_t_be(
    copied: Path, folder: Path, change: Callable[[list[Body]], None], check: str, text: str
) -> None:
    """Found in the log alone, although chain and signatures are right: the organizer's own key made them."""
    bodies = bodies_of(copied)
    change(bodies)
    write(copied, bodies, signer_of(folder))
    found = failures(audit(DataFolder(copied)))
    assert list(found) == [check]
    assert text in found[check]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (better, "file and database differ from event 5 on"),
        (left_away, "file and database differ from event"),
    ],
)
def test_results_that_could_have_been(
    copied: Path, folder: Path, change: Callable[[list[Body]], None], text: str
) -> None:
    """Where the log holds in itself, the database or a copy of the log shows it, and a head names it."""
    bodies = bodies_of(copied)
    change(bodies)
    head = parse_head(audit(DataFolder(folder)).head)
    write(copied, bodies, signer_of(folder))
    assert failures(audit(DataFolder(copied))) == {}
    assert list(failures(audit(DataFolder(copied), head=head))) == ["head"]
    against = failures(audit(DataFolder(folder), against=copied / "tournament.log"))
    assert "differs from event" in against["head"] or "goes on" in against["head"]
    shutil.copy(copied / "tournament.log", folder)
    assert text in failures(audit(DataFolder(folder)))["database"]


def test_attempts_on_a_cluster(copied: Path, folder: Path) -> None:
    """A worker that nobody has named is called by its address, which is no path; older logs have it."""
    assert id_at_worker("tcp://127.0.0.1:8786") == "worker:tcp:__127.0.0.1:8786"
    bodies = bodies_of(copied)
    for place in of("started", bodies):
        bodies[place]["id"] = "worker:tcp://127.0.0.1:8786"
    write(copied, bodies, signer_of(folder))
    assert failures(audit(DataFolder(copied))) == {}


def test_an_event_that_another_key_signed(copied: Path) -> None:
    """It is named; a log that is signed by another key as a whole shows only against a head."""
    head = parse_head(audit(DataFolder(copied)).head)
    bodies, mine = bodies_of(copied), Signer(Ed25519PrivateKey.generate())
    write(copied, bodies, mine)
    found = failures(audit(DataFolder(copied)))
    assert found["signatures"].startswith("event 1 is not signed with ")
    bodies[0]["public_key"] = mine.public_key
    write(copied, bodies, mine)
    assert failures(audit(DataFolder(copied))) == {}
    assert (
        "has another hash than the one published"
        in failures(audit(DataFolder(copied), head=head))["head"]
    )


def test_an_event_without_a_signature(copied: Path) -> None:
    """It is named as such."""
    write(copied, bodies_of(copied), Signer())
    found = failures(audit(DataFolder(copied)))
    assert found["signatures"].endswith("it has no signature")


def test_a_tail_that_was_cut_off(copied: Path) -> None:
    """Only a published head shows it, which every other result of the audit says."""
    head = parse_head(audit(DataFolder(copied)).head)
    log = copied / "tournament.log"
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:-2]))
    result = audit(DataFolder(copied))
    assert result.holds
    assert "shows only against a published head" in list(result.lines())[-2]
    cut = failures(audit(DataFolder(copied), head=head))["head"]
    assert cut == f"the log ends with event {len(lines) - 2}, and event {len(lines)} was published"


def test_a_log_without_signatures_says_so(copied: Path) -> None:
    """Nothing failed, but nobody vouches for it."""
    bodies = bodies_of(copied)
    bodies[0]["public_key"] = None
    write(copied, bodies, Signer())
    result = audit(DataFolder(copied))
    assert {each.check: each.holds for each in result.findings}["signatures"] is None


@pytest.mark.parametrize("text", ["4711", "0:abcd", "x:abcd", "1:abc", "1:ABCD", ":abcd"])
def test_what_is_no_head(text: str) -> None:
    """The message shows the value and the form."""
    with pytest.raises(LogError, match=r"^--head must be NUMBER:HASH with .*, not '"):
        parse_head(text)
