"""Champions as an installed game: its rules, codec, rulebook and view."""

from __future__ import annotations

import dataclasses
from importlib.resources import files

from referee.core.game import Plugin
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.engine import Champions
from referee.games.champions.state import State
from referee.games.champions.tables import TABLES
from referee.games.champions.view.text import ChampionsFace
from referee.games.champions.view.view import VIEW
from referee.games.champions.visibility.observation import Observation
from referee.games.champions.wire.actions import Action
from referee.games.champions.wire.codec import ChampionsCodec

__all__ = ["PLUGIN"]

_OLD, _GAME, _CODEC = Champions(version=1), Champions(), ChampionsCodec()
_RULEBOOK = files(__package__).joinpath("RULEBOOK.md").read_text(encoding="utf-8")

_FIRST: Plugin[ChampionsConfig, State, Action, Observation] = Plugin(
    game=_OLD,
    codec=_CODEC,
    rulebook=_RULEBOOK,
    view=VIEW,
    text=ChampionsFace(_OLD, _CODEC, _RULEBOOK, VIEW),
    tables=TABLES,
)
PLUGIN: Plugin[ChampionsConfig, State, Action, Observation] = dataclasses.replace(
    _FIRST, game=_GAME, text=ChampionsFace(_GAME, _CODEC, _RULEBOOK, VIEW), older=(_FIRST,)
)
