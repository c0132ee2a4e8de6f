"""Colours of seats as people see them who lack one kind of cones; numbers and shapes tell seats apart as well."""

from __future__ import annotations

import math
import re
from importlib.resources import files

import pytest

RGB = tuple[float, float, float]

BLIND: dict[str, tuple[RGB, RGB, RGB]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices of Machado, Oliveira and Fernandes (2009) at severity 1, for linear RGB."""
_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB to CIE XYZ."""
_WHITE = (0.95047, 1.0, 1.08883)
"""XYZ of the white D65."""
SHAPES = 8
"""Seats from which on a shape comes again, with a ring."""


def _times(matrix: tuple[RGB, RGB, RGB], colour: RGB) -> RGB:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return one, two, three


def _linear(colour: str) -> RGB:
    """Return a colour such as `#c52c26` in linear RGB."""
    values = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


def _lab(colour: RGB) -> RGB:
    """Return a colour in linear RGB as CIE L*a*b*."""
    shares = (v / white for v, white in zip(_times(_XYZ, colour), _WHITE, strict=True))
    x, y, z = (
        s ** (1 / 3) if s > (6 / 29) ** 3 else s / (3 * (6 / 29) ** 2) + 4 / 29 for s in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("blindness", BLIND)
def test_seats_differ_without_one_kind_of_cones(blindness: str, theme: int) -> None:
    """Two seats of a duel differ clearly (50 in L*a*b*), and two seats of one shape visibly (10), a ring aside."""
    css = (files("referee_arena") / "static/arena.css").read_text(encoding="utf-8")
    seats = {
        int(seat): (light, dark)[theme]
        for seat, light, dark in re.findall(r"--c(\d+): light-dark\((#\w{6}), (#\w{6})\);", css)
    }
    seen = {}
    for seat, colour in seats.items():
        red, green, blue = (
            min(1.0, max(0.0, v)) for v in _times(BLIND[blindness], _linear(colour))
        )
        seen[seat] = _lab((red, green, blue))
    assert math.dist(seen[0], seen[1]) >= 50
    for seat in range(SHAPES):
        assert math.dist(seen[seat], seen[seat + SHAPES]) >= 10, seat


def test_colours_are_seen_as_the_literature_says() -> None:
    """Greys stay grey in each simulation; pure red of sRGB is 53.24, 80.09, 67.20 in L*a*b*."""
    for matrix in BLIND.values():
        assert _times(matrix, (0.5, 0.5, 0.5)) == pytest.approx((0.5, 0.5, 0.5), abs=1e-6)
    assert _lab(_linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
