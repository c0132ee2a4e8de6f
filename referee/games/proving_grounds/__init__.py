"""Proving Grounds: parties of adventurers clear one dungeon, for gems first and for gold then."""

from importlib.resources import files

from referee.core.game import Plugin
from referee.games.proving_grounds.codec import ProvingGroundsCodec
from referee.games.proving_grounds.config import ProvingGroundsConfig
from referee.games.proving_grounds.engine import ProvingGrounds
from referee.games.proving_grounds.observation import Observation
from referee.games.proving_grounds.orders import Action
from referee.games.proving_grounds.state import State
from referee.games.proving_grounds.view import VIEW

__all__ = ["PLUGIN"]

PLUGIN: Plugin[ProvingGroundsConfig, State, Action, Observation] = Plugin(
    game=ProvingGrounds(),
    codec=ProvingGroundsCodec(),
    rulebook=files(__name__).joinpath("RULEBOOK.md").read_text(encoding="utf-8"),
    view=VIEW,
)
