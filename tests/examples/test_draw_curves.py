"""The pictures of the training documents are drawn from the curves that are kept."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import draw_curves
from draw_curves import Chart, draw
from tests.architecture.source import ROOT


def test_points_by_hand() -> None:
    """A curve over half and all of 510 wide and 285 high; the second point is the mean of both."""
    chart = Chart("title", "rounds", top=1, bottom=0, ticks=(0, 1), lines={"level": 0.5})
    picture = ElementTree.fromstring(draw(chart, [1, 1.5, 2], {"one": ["0", "", "1"]}))
    (curve,) = picture.iter("{http://www.w3.org/2000/svg}polyline")
    assert curve.attrib["points"] == "315.0,315.0 570.0,172.5"
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"title", "rounds", "level", "one", "0", "1"} <= set(texts)


def test_the_documents_have_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing them anew changes nothing."""
    monkeypatch.setattr(sys, "argv", ["draw_curves.py", str(tmp_path)])
    draw_curves.main()
    for name in ("training_diceman.svg", "training_adventure.svg"):
        assert (tmp_path / name).read_text() == (ROOT / "docs" / name).read_text()
        assert (tmp_path / name).stat().st_size < 100_000
