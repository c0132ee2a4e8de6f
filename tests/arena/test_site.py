"""A tournament as files, and a replay as one page: what is written, what is left out, and what is said of it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.core.errors import RefereeError
from referee.replay.reader import load
from referee_arena import cli as arena
from referee_arena.pages.reading import read_tournament
from referee_arena.scenes import history
from referee_arena.scenes.history import CHUNK
from referee_arena.site.export import Exported, export_site
from referee_arena.site.matches import WhoseEyes, match_data
from referee_arena.site.single import match_file
from tests.arena.sites import (
    HOSTILE,
    RECORDED,
    chunks_of,
    match_in,
    play_cup_with_replays,
    play_shared,
    replay_of,
    unpacked,
)
from tests.tournaments.calling import Called
from tests.tournaments.fakes import ended
from tests.tournaments.pages import parse_page


class Arena:
    """Calls the arena's commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Called:
        """Call one with these arguments."""
        self._monkeypatch.setattr("sys.argv", ["arena", *map(str, arguments)])
        status = 0
        try:
            arena.main()
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        return Called(status, *self._capsys.readouterr())


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Return what calls the arena."""
    return Arena(monkeypatch, capsys)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A data folder with the cup and its replays in it."""
    return play_cup_with_replays(tmp_path / "cup")


def export(folder: Path, site: Path, whose: WhoseEyes = "together") -> Exported:
    """Write the site of a data folder."""
    return export_site(read_tournament(folder), site, whose, processes=1)


def test_files(cup: Path, tmp_path: Path) -> None:
    """A page for the tournament, its list, its bots, one for all matches, and a file for each of them."""
    site = tmp_path / "site"
    made = export(cup, site)
    assert made == Exported(written=6, kept=0, without=0, withheld=0, problems={})
    found = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    pages = {"index.html", "matches.html", "match.html", *(f"bots/{n}.html" for n in (1, 2, 3))}
    assert pages | {f"matches/{number:06}.js" for number in range(1, 7)} <= found
    assert {"static/arena.js", "static/arena.css", "static/pages.css"} <= found
    for name in pages:
        page = parse_page((site / name).read_text(encoding="utf-8"))
        addresses = [e.attributes["href"] for e in page.all("a") + page.all("link")]
        addresses += [e.attributes["src"] for e in page.all("script") if "src" in e.attributes]
        for address in filter(None, addresses):
            path = re.split("[?#]", address)[0]
            assert not path or path == "data:," or (site / name).parent.joinpath(path).is_file()
        assert "format 2" in str(page.all("meta", name="generator")[0].attributes["content"])


def test_a_match(cup: Path, tmp_path: Path) -> None:
    """Its frames are those of the replay: as many as it has steps, one for the start and one for the end."""
    site = tmp_path / "site"
    export(cup, site)
    match = match_in(site, 3)
    index = unpacked(match["index"]["all"])
    frames = [frame for chunk in chunks_of(match, "all") for frame in chunk]
    replay = load(RECORDED / "diceman.replay")
    kinds = [record.WhichOneof("record") for record in replay.records]
    assert len(frames) == len(index["timeline"]) == kinds.count("step") + 2
    assert index["players"] == list(replay.header.players)
    assert isinstance(frames[0], list)
    assert replay.end is not None
    assert replay.end.outcome.text in str(frames[-1])


def test_what_is_there_is_kept(cup: Path, tmp_path: Path) -> None:
    """A second time nothing is made again but what is gone, or was written for other eyes."""
    site = tmp_path / "site"
    export(cup, site)
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    (site / "matches" / "000002.js").unlink()
    made = export(cup, site)
    assert (made.written, made.kept) == (1, 5)
    gone = site / "matches" / "000002.js"
    after = {path: path.stat().st_mtime_ns for path in before if path != gone}
    assert after == {path: at for path, at in before.items() if path != gone}
    assert export(cup, site, "each").written == 6


@pytest.mark.parametrize("game", ["diceman", "swordman", "dice_adventure"])
def test_eyes(game: str) -> None:
    """Every view is there that saw something else than those before it; of all together there is one."""
    replay = load(RECORDED / f"{game}.replay")
    data: Any = match_data(replay, "each")
    assert list(data["eyes"]) == list(data["index"]) == list(data["chunks"])
    assert next(iter(data["index"])) == "all"
    views = [json.dumps(chunks) for chunks in data["chunks"].values()]
    assert len(set(views)) == len(views)
    assert list(match_data(replay, "together")["index"]) == ["all"]  # type: ignore[arg-type]


@pytest.mark.parametrize(("large", "chunk"), [(10**6, 200), (10, CHUNK)])
def test_large_frames_have_short_chunks(
    large: int, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A jump to a moment reads a chunk up to there; the index says how many frames it has."""
    monkeypatch.setattr(history, "LARGE", large)
    data: Any = match_data(load(RECORDED / "diceman.replay"), "together")
    index = unpacked(data["index"]["all"])
    frames = len(index["timeline"])
    assert (index["chunk"], len(data["chunks"]["all"])) == (chunk, -(-frames // chunk))
    assert frames > CHUNK


def test_dice_that_are_in_play(tmp_path: Path) -> None:
    """Of a match whose block goes on there is the public's view, without the proof, until the block is over."""
    site = tmp_path / "site"
    half = play_shared(tmp_path / "half", 3, ended(1, 2))
    made = export(half, site, "each")
    view = read_tournament(half)
    in_play = [m.pairing.number for m in view.matches if view.shown_seed(m.pairing) is None]
    assert made.withheld == len(in_play) == 1
    for number in (1, 2, 3):
        match = match_in(site, number)
        assert (list(match["index"]) == ["public"]) == (number in in_play)
        assert ("proof" in unpacked(next(iter(match["index"].values())))) == (number not in in_play)
    whole = play_shared(tmp_path / "whole", 6, ended(1, 2))
    assert export(whole, site, "each").written == 4
    assert all(
        "proof" in unpacked(match_in(site, number)["index"]["all"]) for number in range(1, 7)
    )


def test_replays_that_fail(cup: Path, tmp_path: Path, call: Arena) -> None:
    """The page of the match says why, all others are written, and the exit status tells."""
    replays = cup / "referee" / "replays"
    (replays / "m2.replay").unlink()
    whole = (replays / "m4.replay").read_bytes()
    (replays / "m4.replay").write_bytes(whole[: len(whole) // 2])
    called = call("site", cup, "--output", tmp_path / "site", "--processes", 1)
    assert called.status == 1
    assert called.out == f"{tmp_path}/site/index.html: 4 matches written, 0 kept\n"
    told = called.err.splitlines()
    assert [line.split(":")[0] for line in told] == [
        "match 2 can't be shown",
        "match 4 can't be shown",
    ]
    problems = [match_in(tmp_path / "site", number)["problem"] for number in (2, 4)]
    assert problems[0] == "its replay m2.replay is not in the data folder any more"
    # A site is for others, whom our folders are no business of.
    assert problems[1].startswith("m4.replay: ")
    replay_of("diceman", replays / "m2.replay")
    replay_of("diceman", replays / "m4.replay")
    called = call("site", cup, "--output", tmp_path / "site", "--processes", 1)
    assert (called.status, called.out) == (
        0,
        f"{tmp_path}/site/index.html: 2 matches written, 4 kept\n",
    )


def test_mistakes(cup: Path, tmp_path: Path, call: Arena) -> None:
    """One line that says what is wrong, and status 2."""
    (tmp_path / "file").touch()
    (tmp_path / "nothing").mkdir()
    replay = RECORDED / "diceman.replay"
    for arguments, said in (
        (("site", tmp_path / "nothing", "-o", tmp_path / "site"), "there is no tournament in"),
        (("site", cup, "-o", tmp_path / "file"), "can't be written"),
        (("site", cup, "-o", tmp_path / "file" / "below"), "can't be written"),
        (("replay", tmp_path / "none.replay", "--html", tmp_path / "x.html"), "none.replay"),
        (("replay", tmp_path / "file", "--html", tmp_path / "x.html"), "no replay"),
        (("replay", replay, "--html", tmp_path / "nowhere" / "x.html"), "can't be written"),
    ):
        called = call(*arguments)
        assert (called.status, called.out) == (2, "")
        assert said in called.err
        assert called.err.count("\n") == 1
    assert not (tmp_path / "x.html").exists()


def test_one_page(tmp_path: Path, call: Arena) -> None:
    """It has all in it, and its policy lets run what it has in it and nothing else."""
    path = tmp_path / "x.html"
    called = call(
        "replay", replay_of("swordman", tmp_path / "s.replay", HOSTILE, "b"), "--html", path
    )
    assert (called.status, called.out) == (0, f"{path}\n")
    text = path.read_text(encoding="utf-8")
    page = parse_page(text)
    scripts = page.all("script")
    assert [script.attributes for script in scripts] == [
        {"type": "application/json", "id": "page"},
        {"type": "application/json", "id": "data"},
        {},
    ]
    policy = page.all("meta", http_equiv="Content-Security-Policy") or [
        e for e in page.all("meta") if "http-equiv" in e.attributes
    ]
    allowed = str(policy[0].attributes["content"])
    for tag in ("script", "style"):
        body = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert len(body) == 1
        digest = base64.b64encode(hashlib.sha256(body[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in allowed
    assert "connect-src" not in allowed
    data = json.loads(scripts[1].text)
    assert unpacked(data["index"]["all"])["players"] == [HOSTILE, "b"]
    assert HOSTILE in page.all("title")[0].text


@pytest.mark.parametrize("content", [b"", b"nothing of the kind"])
def test_no_replay(tmp_path: Path, content: bytes) -> None:
    """It is an error of the referee's kind."""
    (tmp_path / "x.replay").write_bytes(content)
    with pytest.raises(RefereeError):
        match_file(tmp_path / "x.replay", "together")
