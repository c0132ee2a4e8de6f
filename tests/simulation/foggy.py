"""A config whose matches are stepped one by one, since its game has no rows of its own for it."""

from __future__ import annotations

from google.protobuf import any_pb2

from referee.core.config import parse_config
from referee.games import registry

__all__ = ["foggy_config"]


def foggy_config() -> any_pb2.Any:
    """Return the config message of Dungeon Keeper on a small board, under fog."""
    plugin = registry.find("dungeon_keeper")
    config = parse_config(plugin.game.config_class, {"preset": "small", "fog_of_war": True})
    made = any_pb2.Any(value=plugin.codec.encode_config(config))
    made.type_url = f"type.googleapis.com/{plugin.codec.config_type}"
    return made
