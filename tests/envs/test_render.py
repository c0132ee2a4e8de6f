"""What environments show of a match: what the game's own view shows the seat, as text and as a picture."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from referee_envs import InputError, env, gym_env, make_vec, parallel_env
from referee_envs.canvas import Canvas
from referee_envs.field import GROUND, color_of
from referee_envs.picture import HIGH, WIDE, picture_of
from referee_envs.render import checked_mode
from tests.envs.episodes import GAMES, SMALL

MODES = ("ansi", "rgb_array")


def shown(game: str, mode: str, steps: int, seed: int = 3, **options: Any) -> list[Any]:
    """Frames of a match, with whatever is legal."""
    made = gym_env(game, render_mode=mode, **(SMALL[game] | options))
    _, info = made.reset(seed=seed)
    made.action_space.seed(1)
    frames = [made.render()]
    for _ in range(steps):
        *_, info = made.step(made.action_space.sample(info["action_mask"]))
        frames.append(made.render())
    made.close()
    return frames


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", MODES)
def test_equal_seeds_show_the_same_and_other_states_something_else(game: str, mode: str) -> None:
    """Frame by frame."""
    first, again = shown(game, mode, 3), shown(game, mode, 3)
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not all(np.array_equal(frame, first[0]) for frame in first)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_have_one_size(game: str) -> None:
    """uint8, of three colours; something is drawn, and in more colours than two."""
    for picture in shown(game, "rgb_array", 2):
        assert (picture.shape, picture.dtype) == ((HIGH, WIDE, 3), np.uint8)
        assert len(np.unique(picture @ np.array([65536, 256, 1]))) > 3
        assert (picture != GROUND).any(axis=2).mean() > 0.01


@pytest.mark.parametrize("game", GAMES)
def test_backends_show_the_same(game: str, address: str) -> None:
    """A server tells what this process would make itself."""
    for mode in MODES:
        near, far = shown(game, mode, 1), shown(game, mode, 1, backend=address)
        for one, other in zip(near, far, strict=True):
            np.testing.assert_array_equal(one, other)


def test_text_is_what_a_terminal_shows() -> None:
    """A map of Dice Adventure with its numbers, as `docs/watching.md` shows one."""
    (text,) = shown("dice_adventure", "ansi", 0)
    lines = text.split("\n")
    assert lines[0] == "dice_adventure: seat 0"
    (board,) = [place for place, line in enumerate(lines) if line.startswith("board, as seen by")]
    assert lines[board + 1].split() == [
        str(column) for column in range(len(lines[board + 1].split()))
    ]
    assert lines[board + 2].split()[0] == "0"
    assert "D" in text


def test_what_is_hidden_is_not_shown() -> None:
    """Members of a party stand elsewhere and see other parts of the map."""
    table = parallel_env("dice_adventure", render_mode="ansi", **SMALL["dice_adventure"])
    table.reset(seed=3)
    frames = [table.unwrapped._table.render(name) for name in table.possible_agents]
    assert len({frame.partition("\n")[2] for frame in frames}) == len(frames)
    assert any("??" in frame for frame in frames)


def test_turns_show_whose_turn_it_is() -> None:
    """`env` shows the seat that is asked, one after another."""
    turns = env("swordman", render_mode="ansi", **SMALL["swordman"])
    turns.reset(seed=1)
    for seat in (0, 1):
        assert turns.render().startswith(f"swordman: seat {seat}\n")
        turns.step(turns.action_space(turns.agent_selection).sample())


def test_a_vector_shows_each_environment(capsys: pytest.CaptureFixture[str]) -> None:
    """A frame for each; with `human` they are printed, and nothing is shown before the first reset."""
    vector = make_vec("diceman", 4, seat=None, render_mode="human")
    assert vector.render() is None
    with pytest.raises(InputError, match="frame must be asked for after reset"):
        vector.frame(0)
    vector.reset(seed=1)
    assert vector.render() is None
    printed = capsys.readouterr().out
    assert [line for line in printed.split("\n") if line.startswith("diceman: ")] == [
        f"diceman: seat {seat}" for seat in (0, 1, 0, 1)
    ]
    assert make_vec("diceman", 2).render() is None


def test_modes_that_are_none() -> None:
    """And what a server is told that has no views."""
    with pytest.raises(InputError, match="render_mode must be one of human, ansi, rgb_array"):
        gym_env("diceman", render_mode="film")
    description = make_vec("diceman", 1).description
    old = dataclasses.replace(description, observed=description.observed[:-2])
    with pytest.raises(InputError, match="render_mode must be None, as the server"):
        checked_mode("ansi", old)


SCENE = """{"title": "t", "pace": 50, "parts": {
 "f": {"type": "grid", "title": "map", "focus": "", "rows": ["#.", ".."], "sight": ["##", "# "],
  "legend": {"#": ["wall", "", "text", true], ".": ["ground", "", "text"]},
  "tokens": {"a": {"at": "0,1", "kind": ["imp", "I", "text"], "owner": 1}}, "marks": []},
 "l": {"type": "lines", "title": "said", "minor": false, "lines": [["plain ", ["bad", "bad"]]]}}}"""


def test_a_grid_is_drawn_cell_by_cell() -> None:
    """A wall, bare ground, a thing in its owner's colour, and nothing where nothing is known."""
    picture = picture_of(SCENE.encode(), "h")
    top, left, size = 42, 6, 48
    middles = {
        (row, column): tuple(picture[top + row * size + 3, left + column * size + 3].tolist())
        for row in range(2)
        for column in range(2)
    }
    assert len(set(middles.values())) == 4
    wall, ground, unknown = middles[0, 0], middles[1, 0], middles[1, 1]
    assert min(wall) > max(ground) > max(unknown)
    red, green, blue = middles[0, 1]
    assert red > 2 * green  # the second seat's is magenta
    assert blue > 2 * green
    bad = np.array(color_of("bad"))
    ys, xs = np.nonzero((picture == bad).all(axis=2))
    assert len(ys) > 0
    assert xs.min() >= 560


def test_text_that_does_not_fit_is_cut_off() -> None:
    """At the right, and altogether below."""
    canvas = Canvas(12, 10, (0, 0, 0))
    canvas.text(0, 0, "HHHH", (9, 9, 9))
    canvas.text(7, 0, "H", (9, 9, 9))
    assert canvas.dots[:5, :3].any()
    assert not canvas.dots[6:].any()
    canvas.line((-5, -5), (20, 20), (7, 7, 7))
    assert (canvas.dots[[0, 5, 9], [0, 5, 9]] == 7).all()


def test_characters_are_dots() -> None:
    """H as it is drawn by hand; small letters are as great ones, and what is not known is a dot."""
    canvas = Canvas(6, 16, (0, 0, 0))
    canvas.text(0, 0, "Hhé ", (1, 1, 1))
    rows = ["".join("#" if dot else "." for dot in row) for row in canvas.dots[:, :, 0]]
    assert rows == [
        "#.#.#.#.........",
        "#.#.#.#.........",
        "###.###..#......",
        "#.#.#.#.........",
        "#.#.#.#.........",
        "................",
    ]
