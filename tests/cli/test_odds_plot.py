"""The graph of what beats what: every edge with its odds, and nothing on top of anything."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli.odds import plot
from referee.cli.odds.layout import Box, Point, place_labels, polygon
from referee.cli.odds.plot import draw
from referee.games.diceman.config import DicemanConfig
from referee.games.diceman.odds import RoundTable, count_rolls, round_table
from tests.cli.command import Ran

mpl = pytest.importorskip("matplotlib", reason="matplotlib comes with the extra `plots`")
pytestmark = pytest.mark.slow

CONFIGS = {
    "default": DicemanConfig(),
    "so_far": DicemanConfig(magic_scope="so_far"),
    "magic": DicemanConfig(die_magic=40),
    "wide": DicemanConfig(die_magic=99, die_priority=2, die_sword=31, die_shield=3),
    "ones": DicemanConfig(die_magic=1, die_priority=1, die_sword=1, die_shield=1),
}


def table_of(name: str) -> RoundTable:
    """The odds of one of these configs."""
    return round_table(count_rolls(CONFIGS[name]))


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """The boxes of labels and nodes of the next picture that is drawn."""
    boxes: list[Box] = []

    def remember(*args: Any) -> list[Box]:
        labels = place_labels(*args)
        boxes.extend([*labels, *args[2]])
        return labels

    monkeypatch.setattr(plot, "place_labels", remember)
    return boxes


@pytest.mark.parametrize("name", CONFIGS)
def test_no_label_covers_another_or_a_node(name: str, placed: list[Box], tmp_path: Path) -> None:
    """By the boxes of the texts as they are drawn, with their margins."""
    table = table_of(name)
    draw(table, tmp_path / "odds.png", title=name)
    assert len(placed) == len(table.edges()) + 6
    for one, other in itertools.combinations(placed, 2):
        assert not one.meets(other)


def test_a_picture_has_every_edge(tmp_path: Path) -> None:
    """With its odds, read from the text of the picture: DM-11.8 has 139/160 to 7/80, 7/160 and 69/20."""
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw(table_of("default"), tmp_path / "odds.svg", title="of <Diceman>")
    root = ElementTree.parse(tmp_path / "odds.svg").getroot()
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert "of <Diceman>" in texts
    for name in ("MP", "MS", "MH", "PS", "PH", "SH"):
        assert texts.count(name) == 1
    odds = [text for text in texts if re.fullmatch(r"[\d.]+ : [\d.]+", text)]
    assert len(odds) == 14  # all pairs but MP and MH, which are even
    at = texts.index("86.9 : 8.8")
    assert texts[at : at + 3] == ["86.9 : 8.8", "equal 4.4", "net +3.450"]


@pytest.mark.parametrize("suffix", ["svg", "SVG", "png"])
def test_pictures_are_repeatable(suffix: str, tmp_path: Path) -> None:
    """The same odds give the same bytes."""
    table = table_of("default")
    for name in ("a", "b"):
        draw(table, tmp_path / f"{name}.{suffix}", title="odds")
    first = (tmp_path / f"a.{suffix}").read_bytes()
    assert first == (tmp_path / f"b.{suffix}").read_bytes()
    assert first.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")


# Places by themselves.


@pytest.mark.parametrize(
    ("start", "end", "is_crossed"),
    [
        ((-5, 0), (5, 0), True),
        ((0, -5), (0, 5), True),
        ((-5, -4), (5, 4), True),
        ((-5, 2), (5, 2), False),
        ((-5, 0), (-3, 0), False),
        ((3, -5), (3, 5), False),
        ((-5, 0), (0, 5), False),
        ((0, 0), (9, 9), True),
    ],
)
def test_lines_through_a_box(start: Point, end: Point, is_crossed: bool) -> None:
    """A box of 4 by 2 around the origin."""
    box = Box(Point(0, 0), 4, 2)
    assert box.is_crossed(Point(*start), Point(*end)) == is_crossed
    assert box.is_crossed(Point(*end), Point(*start)) == is_crossed


@pytest.mark.parametrize(
    ("x", "y", "meets"), [(0, 0, True), (3, 0, True), (3.1, 0, False), (2, 1.6, False)]
)
def test_boxes_that_meet(x: float, y: float, meets: bool) -> None:
    """A box of 4 by 2 around the origin and one of 2 by 1; touching counts."""
    one, other = Box(Point(0, 0), 4, 2), Box(Point(x, y), 2, 1)
    assert one.meets(other) == other.meets(one) == meets


ALL_EDGES = list(itertools.combinations(range(6), 2))


@given(
    st.lists(st.sampled_from(ALL_EDGES), unique=True),
    st.floats(0.05, 0.19),
    st.floats(0.05, 0.16),
)
@settings(max_examples=20)
def test_labels_are_apart_on_any_graph(
    chosen: list[tuple[int, int]], width: float, height: float
) -> None:
    """Whichever of the 15 edges there are: each label is on its edge, and apart from all else."""
    nodes = polygon(6)
    edges = [(nodes[a], nodes[b]) for a, b in chosen]
    discs = [Box(node, 0.2, 0.2) for node in nodes]
    labels = place_labels(edges, [(width, height)] * len(edges), discs)
    assert len(labels) == len(edges)
    for (start, end), label in zip(edges, labels, strict=True):
        twice_area = (end.x - start.x) * (label.centre.y - start.y) - (end.y - start.y) * (
            label.centre.x - start.x
        )
        assert abs(twice_area) < 1e-12
    for one, other in itertools.combinations([*labels, *discs], 2):
        assert not one.meets(other)


@pytest.mark.parametrize(
    ("name", "why"),
    [("nowhere/odds.png", "No such file or directory"), ("x.svg", "Is a directory")],
)
def test_a_file_that_cannot_be_written_is_told_at_its_flag(
    referee: Callable[..., Ran], name: str, why: str, tmp_path: Path
) -> None:
    """In one line, and after the odds have been counted: nothing is drawn."""
    (tmp_path / "x.svg").mkdir()
    ran = referee("odds", "diceman", "--plot", str(tmp_path / name))
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert f"plot must be a file that can be written ({why})" in ran.err
