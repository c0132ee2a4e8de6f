"""`referee levels`: maps checked, shown and generated, and each mistake told with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import Ran
from tests.games.dice_adventure.maps.worked import DA_8_15

Referee = Callable[..., Ran]

GOOD = "C1C2C3**\n..R1..T1\nK1K2K3M2\n"


def write(folder: Path, name: str, text: str | bytes) -> str:
    """A file with this content; its path."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_maps_are_checked(referee: Referee, tmp_path: Path) -> None:
    """One line a file, and status 0 if all are in order."""
    file = write(tmp_path, "good.txt", GOOD)
    assert referee("levels", "check", file) == Ran(
        0, f"ok {file}: 4 wide, 3 high; 1 R1, 1 T1, 1 M2\n", ""
    )


def test_errors_have_file_line_and_column(referee: Referee, tmp_path: Path) -> None:
    """All files are read, whatever is wrong with some; the status is 1 then."""
    good = write(tmp_path, "good.txt", GOOD)
    ragged = write(tmp_path, "ragged.txt", "\nC1C2C3**\nK1K2K3\n")
    bytes_only = write(tmp_path, "noise.txt", b"\xff\xfe\n")
    missing = str(tmp_path / "missing.txt")
    ran = referee("levels", "check", ragged, good, bytes_only, missing, str(tmp_path))
    assert ran.status == 1
    assert ran.out.startswith(f"ok {good}: ")
    assert ran.err.splitlines() == [
        f"{ragged}:3:7: E_RAGGED: all rows must be as wide as the first, 4 cells, not 3",
        f"{bytes_only}:1:1: E_UNKNOWN_CODE: unknown code '\ufffd\ufffd' at x 0, y 0; "
        "known: ## .. ** C1 C2 C3 K1 K2 K3 R1 T1 M1 M2 M3",
        f"{missing}: No such file or directory",
        f"{tmp_path}: Is a directory",
    ]


def test_extended_types(referee: Referee, tmp_path: Path) -> None:
    """Are taken when asked for."""
    file = write(tmp_path, "x.txt", GOOD.replace("R1", "R3"))
    assert ":2:3: E_UNKNOWN_CODE: " in referee("levels", "check", file).err
    ran = referee("levels", "check", "--extended", file)
    assert ran.out == f"ok {file}: 4 wide, 3 high; 1 T1, 1 M2, 1 R3\n"


def test_a_built_in_level_is_shown(referee: Referee) -> None:
    """With coordinates."""
    assert referee("levels", "show", "L1").out == (
        "L1: 3 wide, 4 high; 2 M1, 1 M2\n"
        "at most 30 rounds\n"
        "     0 1 2\n"
        " 0  ##**##\n"
        " 1  K1K2K3\n"
        " 2  C1C2C3\n"
        " 3  M1M2M1\n"
    )


def test_a_file_is_shown(referee: Referee, tmp_path: Path) -> None:
    """Or its error."""
    file = write(tmp_path, "plain.txt", "C1C2C3\n**....\nK1K2K3")
    ran = referee("levels", "show", file)
    assert ran.out.splitlines()[0] == f"{file}: 3 wide, 3 high; no pieces"
    assert ran.out.splitlines()[-1] == " 2  K1K2K3"
    bad = write(tmp_path, "bad.txt", "C1C2C3\n######\nK1K2K3")
    ran = referee("levels", "show", bad)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"{bad}:1:1: E_MISSING: no '**'")
    ran = referee("levels", "show", "L4")
    assert ran.status == 2
    assert ran.err == (
        "referee: level must be a built-in level or a file that can be read "
        "(No such file or directory), not 'L4'\n"
    )


def test_a_preset_is_described(referee: Referee) -> None:
    """DA-2.14."""
    assert referee("levels", "show", "hard").out == (
        "hard: 13 wide, 13 high, 30% wall; 8 R1, 8 T1, 2 M3, 4 M2, 4 M1\n"
        "at most 60 rounds; generated for each match from its seed\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        "--preset easy",
        "--width 7 --height 7 --wall 15 --piece R1=2 --piece T1=2 --piece M2=1 --piece M1=1",
    ],
)
def test_a_level_is_generated(referee: Referee, tmp_path: Path, words: str) -> None:
    """DA-8.15, and what is printed is a map file."""
    ran = referee("levels", "generate", "--seed", "1", "--level-index", "3", *words.split())
    assert ran == Ran(0, f"{DA_8_15}\n", "")
    assert referee("levels", "check", write(tmp_path, "new.txt", ran.out)).status == 0


SIZE = "--width 5 --height 5 --wall 0"

BAD = {
    "--seed 1": "width must be given unless there is a preset, not None",
    "--seed 1 --width 5 --height 5": "wall must be given unless there is a preset, not None",
    "--seed -1 --preset easy": "seed must be from 0 to 18446744073709551615, not -1",
    "--seed 1 --preset easy --level-index 20": "level_index must be from 0 to 19, not 20",
    "--seed 1 --preset huge": "preset must be one of easy, normal, hard, not 'huge'",
    "--seed 1 --preset easy --wall 0": "preset must be given without width, height, wall and piece, "
    "not 'easy'",
    "--seed 1 --width 4 --height 5 --wall 0": "width must be a whole number from 5 to 32, not 4",
    "--seed 1 --width 5 --height 33 --wall 0": "height must be a whole number from 5 to 32, not 33",
    "--seed 1 --width 5 --height 5 --wall 41": "wall must be a whole number from 0 to 40, not 41",
    f"--seed 1 {SIZE} --piece R1": "piece must be of the form CODE=COUNT, such as R1=4, not 'R1'",
    f"--seed 1 {SIZE} --piece R1=-1": "piece must be of the form CODE=COUNT, such as R1=4, "
    "not 'R1=-1'",
    f"--seed 1 {SIZE} --piece R1=9": "piece must be at most 8 pieces in all, a third of the cells, "
    "not (('R1', 9),)",
    f"--seed 1 {SIZE} --piece R2=1": "pieces must be of codes in types, R1 T1 M1 M2 M3, not 'R2'",
}


@pytest.mark.parametrize("words", BAD)
def test_a_level_that_can_t_be_generated(referee: Referee, words: str) -> None:
    """One line with flag, bound and value."""
    ran = referee("levels", "generate", *words.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"referee: {BAD[words]}\n"
