"""The drawing toy as it would be after an amendment: version 2 draws up to 15, version 1 up to 21."""

from __future__ import annotations

import dataclasses

from pydantic import Field

from referee.core.game import AnyPlugin
from tests.helpers.toy_draw import SEQUENTIAL, DrawConfig, DrawGame

__all__ = ["VERSIONED"]


class AmendedConfig(DrawConfig):
    """Parameters of version 2."""

    limit: int = Field(default=15, ge=2, le=100)
    """Greatest total that counts."""


class AmendedGame(DrawGame):
    """The rules of version 2."""

    info = dataclasses.replace(DrawGame.info, version=2, versions=(1, 2))
    config_class = AmendedConfig


class OlderGame(DrawGame):
    """The rules of version 1."""

    info = dataclasses.replace(AmendedGame.info, version=1)


VERSIONED: AnyPlugin = dataclasses.replace(
    SEQUENTIAL,
    game=AmendedGame(),
    older=(dataclasses.replace(SEQUENTIAL, game=OlderGame()),),
)
"""The plug-in."""
