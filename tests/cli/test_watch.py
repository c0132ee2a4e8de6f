"""`referee watch`: plain frames by hand from the rulebooks, seats that see only their own, errors, live matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from referee.cli.watch.paint import Place, painted
from referee.cli.watch.printing import frame_text
from referee.cli.watch.screen import Player
from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.view import Sight, Table, bar
from referee.games import registry
from referee.games.generic_view import VIEW as GENERIC
from referee.replay.frames import Frame, Heading
from referee.replay.recorded import RecordedSource
from tests.cli.command import Ran, check_one_line
from tests.helpers.installed import install
from tests.helpers.toy_games import SIMULTANEOUS, TOYS
from tests.replay.recording import Recorder, record_match

Referee = Callable[..., Ran]

ONE_LEVEL: dict[str, object] = {"levels": ("L1",), "ping_windows": 0}


def _always(payload: bytes) -> Callable[[bytes], bytes]:
    """Answers anything in the same way."""
    return lambda _: payload


def _cleared(path: Path) -> Path:
    """DA-8.2: the plans U, U U and U clear level 1 in one round without any dice."""
    plugin = registry.find("dice_adventure")
    recorder = Recorder(plugin, path, num_seats=3, config=ONE_LEVEL, fixed_seed=0)
    recorder.join_all()
    for plan in (["U"], ["U", "U"], ["U"]):
        payload = plugin.codec.encode_action(plugin.game.parse_action({"plan": plan}))
        recorder.answer_by(_always(payload))
    assert recorder.machine.outcome is not None
    recorder.journal.close()
    return path


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """The match of DA-8.2."""
    return _cleared(tmp_path / "level.journal")


# Dice Adventure.


def _board(ran: Ran) -> list[str]:
    lines = ran.out.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("board"))
    return lines[start + 2 : start + 6]


def test_a_seat_sees_its_own_fog(referee: Referee, level: Path) -> None:
    """DA-8.2: the Dwarf at (0,2) has two columns of three rows in sight, and the Human is not there."""
    ran = referee("watch", str(level), "--step", "0", "--seat", "0")
    assert (ran.status, ran.err) == (0, "")
    assert _board(ran) == [
        "  0 ?? ?? ??",
        "  1 K1 K2 ??",
        "  2 D  G  ??",
        "  3 M1 M2 ??",
    ]
    rows = [line.split() for line in ran.out.splitlines() if "♥" in line]
    assert [row[:5] for row in rows] == [
        ["Dwarf", "♥♥♥", "-", "6", "0,2"],
        ["Giant", "♥♥♥", "-", "?", "1,2"],
        ["Human", "♥♥♥", "-", "?", "?"],
    ]


def test_all_seats_see_what_the_party_knows(referee: Referee, level: Path) -> None:
    """DA-8.2: Giant and Human see all cells."""
    ran = referee("watch", str(level), "--step", "0")
    assert _board(ran) == [
        "  0 ## ** ##",
        "  1 K1 K2 K3",
        "  2 D  G  H",
        "  3 M1 M2 M1",
    ]
    rows = [line.split()[3] for line in ran.out.splitlines() if "♥" in line]
    assert rows == ["6", "3", "4"]


def test_events_and_the_score_are_told(referee: Referee, level: Path) -> None:
    """DA-8.2: three keys, cleared in round 1 for 986 points."""
    ran = referee("watch", str(level), "--plain")
    lines = ran.out.splitlines()
    assert lines[0] == "match recorded: Dice Adventure, seen by everything"
    step = lines.index("=== step 1 ===")
    assert lines[step + 1 : step + 6] == [
        "  Dwarf has its key",
        "  Giant has its key",
        "  Human has its key",
        "  level 1 cleared: 3 keys, 1 rounds, score 986",
        "  scores: party 0 986",
    ]
    assert lines[-4] == "the match is over: RULES: the rules ended the match"
    assert lines[-3:] == [
        "ada: place 1, score 986",
        "seat 1: place 1, score 986",
        "seat 2: place 1, score 986",
    ]
    assert "\x1b" not in ran.out


def _sight(**changes: object) -> Sight:
    """What the Human of DA-8.12 sees at the end, with changes."""
    observation: dict[str, object] = {
        "party": 0,
        "seat": 2,
        "character": 3,
        "level": {"index": 0, "count": 1, "w": 7, "h": 3, "cap": 40, "attempt": 0},
        "round": 2,
        "phase": "PHASE_COMMUNICATION",
        "window": 1,
        "grid": ["C1C2C3......**", "..R1..........", "K1K2K3........"],
        "seen": ["1111222", "1111222", "1111222"],
        "monsters": [],
        "me": {"x": 6, "y": 0, "hearts": 1, "ap": 4},
        "members": [
            {"character": 1, "alive": True, "hearts": 3, "respawn": 0, "lives": 0, "key": True},
            {"character": 2, "alive": False, "hearts": 0, "respawn": 2, "lives": 0, "key": False},
            {"character": 3, "alive": True, "hearts": 1, "respawn": 0, "lives": 2, "key": False}
            | {"x": 6, "y": 0},
        ],
        "pings": [{"by": 1, "symbol": "B", "x": 1, "y": 1, "window": 1}],
        "refused": [],
        "results": [],
        "score": 0,
    } | changes
    return Sight({2: observation}, (), {}, ("ada", "bea", "cid"))


def _text(sight: Sight) -> list[str]:
    plugin = registry.find("dice_adventure")
    heading = Heading("m", plugin, tuple(sight.players), {}, "seat 2")
    return frame_text(heading, Frame(1, "communication", sight)).splitlines()


def test_memory_pings_hearts_and_the_dead_are_shown() -> None:
    """DA-8.12: columns 0 to 3 are remembered, with the stale rock; its cell has been pinged."""
    lines = _text(_sight())
    start = lines.index("board, as seen by Human:")
    assert lines[start + 1 : start + 5] == [
        "    0  1  2  3  4  5  6",
        "  0 C1~C2~C3~..~.. .. H",
        "  1 ..~R1B..~..~.. .. ..",
        "  2 K1~K2~K3~..~.. .. ..",
    ]
    rows = [line.split() for line in lines if "♡" in line or "♥" in line]
    assert rows == [
        ["Dwarf", "♥♥♥", "key", "?", "?", "ada"],
        ["Giant", "♡♡♡", "-", "?", "back", "in", "2", "bea"],
        ["Human", "♥♡♡", "x2", "-", "4", "6,0", "cid"],
    ]
    assert "  Dwarf: B at 1,1 (window 1)" in lines
    assert "  round 2 of 40, communication, window 1" in lines


def test_dice_of_an_encounter_are_shown() -> None:
    """Whose rolls, their sum, and who won."""
    encounter = {
        "phase": "ENGINE_PHASE_ACTION",
        "step": 2,
        "x": 1,
        "y": 3,
        "kind": "KIND_TRAP",
        "members": [{"character": 1, "number": 5}, {"character": 2, "number": 1}],
        "pieces": [{"code": "T1", "number": 4}],
        "success": True,
    }
    view = registry.find("dice_adventure").view
    assert view is not None
    line = view.event_line({"encounter": encounter}, ("ada", "bea", "cid"))
    told = "".join(span.text for span in line)
    assert told == "step 2, trap at 1,3: Dwarf 5 + Giant 1 = 6 against T1 2+2 = 4: won"


def test_what_several_remember_differently_is_gone() -> None:
    """Pieces that stay where they are only ever go: the Human's rock is gone, the Giant knows."""
    human = _sight().observations[2]
    giant = dict(human) | {
        "seat": 1,
        "character": 2,
        "me": {"hearts": 0, "ap": 0},
        "grid": ["C1C2C3....????", "..........????", "K1K2K3....????"],
        "seen": ["1111100", "1111100", "1111100"],
    }
    both = Sight({1: giant, 2: human}, (), {}, ("ada", "bea", "cid"))
    assert "  1 ..~..B..~..~.. .. .." in _text(both)


# Duels.


def _frames(plugin: AnyPlugin, path: Path) -> list[Frame]:
    record_match(plugin, path, fixed_seed=5)
    return list(RecordedSource(path, None).frames())


@pytest.mark.parametrize("game", ["diceman", "swordman"])
def test_lives_are_bars_at_every_step(game: str, tmp_path: Path, referee: Referee) -> None:
    """They stand for the life that is left, as a number and as a length; between games, as the last one ended."""
    path = tmp_path / "m.journal"
    frames = _frames(registry.find(game), path)
    lines = referee("watch", str(path), "--plain").out.splitlines()
    shown = [word for line in lines if "life " in line for word in line.split() if "/20" in word]
    tables = (frame.sight.public for frame in frames[:-1])
    rounds = (table["last_round"] for table in tables if table is not None)
    left = ((20, 20) if last is None else last["life_after"] for last in rounds)
    lives = [f"{life}/20" for both in left for life in both]
    assert shown == lives
    assert len(set(lives)) > 5


@pytest.mark.parametrize(
    ("life", "drawn"),
    [(20, "█████"), (19, "████░"), (10, "██░░░"), (1, "█░░░░"), (0, "░░░░░"), (-3, "░░░░░")],
)
def test_a_bar_is_empty_or_full_only_at_the_ends(life: int, drawn: str) -> None:
    """Of five characters for a life of 20."""
    assert bar(life, 20, 5) == drawn


# Any game.


@pytest.mark.parametrize("game", ["dice_adventure", "diceman", "swordman"])
def test_a_seat_is_shown_its_observations_and_what_it_is_told(game: str, tmp_path: Path) -> None:
    """Each step of a match of random actions: as many events as name the seat, and no other's eyes.

    What a seat observes in a duel is what follows from the events, and is not asked for.
    """
    plugin, seat = registry.find(game), 1
    num_seats = plugin.game.info.default_seats
    recorder = Recorder(plugin, tmp_path / "m.journal", num_seats=num_seats, fixed_seed=1)
    recorder.join_all()
    dice, num_told, num_others = Stream(7), [], 0
    for _ in range(20 * num_seats):
        before = recorder.machine.steps
        if recorder.machine.outcome is None:
            recorder.answer(dice)
        if recorder.machine.steps > before:
            audiences = [event.audience for event in recorder.machine.last_events]
            told = [audience for audience in audiences if audience is None or seat in audience]
            num_told.append(len(told))
            num_others += len(audiences) - len(told)
    recorder.journal.close()
    frames = list(RecordedSource(recorder.path, seat).frames())[1 : len(num_told) + 1]
    assert [len(frame.sight.events) for frame in frames] == num_told
    for frame in frames:
        seen = [observation["seat"] for observation in frame.sight.observations.values()]
        assert seen == list(frame.sight.observations) == [seat][: game == "dice_adventure"]
    assert num_others or game != "dice_adventure"


def test_names_can_not_steer_the_terminal() -> None:
    """A bot that names itself with control codes is shown with question marks."""
    sight = dataclasses.replace(_sight(), players=("a\x1b[2Jb", "bea", "cid"))
    assert "Dwarf  ♥♥♥     key  ?   ?          a?[2Jb" in "\n".join(_text(sight))


def test_a_game_without_a_view_is_shown_by_its_fields(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toy of sealed bids: 3 beats 2."""
    install(monkeypatch, *TOYS)
    recorder = Recorder(SIMULTANEOUS, tmp_path / "bids.journal", config={"rounds": 1})
    recorder.join_all()
    for value in (3, 2):
        payload = SIMULTANEOUS.codec.encode_action(SIMULTANEOUS.game.parse_action(value))
        recorder.answer_by(_always(payload))
    recorder.journal.close()
    ran = referee("watch", str(recorder.path), "--step", "1", "--seat", "0")
    assert ran.err == ""
    assert "RoundWon" in ran.out
    assert "field" in ran.out


def test_the_public_of_a_game_without_a_view_sees_what_everybody_may_know() -> None:
    """Where the game tells of it; else the events say it all."""
    names = ("ada", "bea")
    (section,) = GENERIC.sections(Sight({}, (), {}, names, {"round": 2, "left": [1, 3]}))
    (table,) = section.parts
    assert isinstance(table, Table)
    assert section.title == "everybody"
    assert [[span.text for span in row] for row in table.rows] == [
        ["round", "2"],
        ["left", "[1, 3]"],
    ]
    assert not GENERIC.sections(Sight({}, (), {}, names))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16), (40, 10)])
def test_every_step_fits_on_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    """No more lines than there are rows, whatever the level; a tiny terminal says what it needs."""
    path = tmp_path / "m.journal"
    plugin = registry.find("dice_adventure")
    recorder = Recorder(plugin, path, num_seats=6, fixed_seed=1, config={"levels": ("hard",)})
    recorder.join_all()
    recorder.journal.close()
    source = RecordedSource(path, None)
    (frame,) = source.frames()
    width, height = size
    console = Console(width=width, height=height, force_terminal=True, color_system=None)
    lines = console.render_lines(painted(source.heading, Place([frame]), width, height))
    text = ["".join(segment.text for segment in line) for line in lines]
    assert len(text) <= height
    assert max(map(len, text)) <= width
    assert ("too small" in text[0]) == (width == 40)
    assert width == 40 or any("party 0" in line for line in text)


def test_keys_move_through_the_frames() -> None:
    """Steps, ends, pause, speed; never beyond either end."""
    player = Player(2.0)
    assert player.place() is None
    player.frames += [Frame(step, "", _sight()) for step in range(4)]
    shown = []
    for key in ["n", "n", "p", "G", "n", "g", "p"]:
        player.press(key)
        shown.append(player.index)
    assert shown == [1, 2, 1, 3, 3, 0, 0]
    player.tick()
    assert player.index == 0
    player.press(" ")
    player.tick()
    assert player.index == 1
    player.press("+")
    assert player.speed == 4.0
    player.press("q")
    assert player.is_left


# Mistakes.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.replay"], "nowhere.replay: can't be read: No such file"),
        (["LEVEL", "--seat", "3"], "seat must be from 0 to 2, not 3"),
        (["LEVEL", "--seat", "-1"], "seat must be from 0 to 2, not -1"),
        (["LEVEL", "--step", "9"], "step must be from 0 to 1, not 9"),
        (["LEVEL", "--token", "t"], "token must be given for a live match"),
        (["LEVEL", "--seat", "0", "--full"], "full must be given without seat and token"),
        (["a-match", "--seat", "0"], "seat must be given for a replay"),
        (["a-match", "--step", "1"], "step must be given for a replay"),
        (["a-match", "--server", "nonsense"], "address must be"),
    ],
)
def test_mistakes_are_one_line(
    referee: Referee, level: Path, words: list[str], message: str
) -> None:
    """And exit status 2."""
    named = [str(level) if word == "LEVEL" else word for word in words]
    check_one_line(referee("watch", *named), message)


def test_a_damaged_replay_is_refused(referee: Referee, tmp_path: Path) -> None:
    """With the file's name."""
    path = tmp_path / "bad.replay"
    path.write_bytes(b"no replay at all")
    check_one_line(referee("watch", str(path)), "bad.replay")


def test_a_server_that_is_not_there_is_told(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its address, after a little while."""
    monkeypatch.setattr("referee.cli.watch.live.FIND_S", 0.2)
    address = f"unix:{tmp_path}/none.sock"
    check_one_line(referee("watch", "m", "--server", address), f"no referee at {address}")
