"""Finds the text face of a game, and makes the one of a game that brings neither face nor view."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping

from referee.core.errors import FieldError
from referee.core.game import AnyCodec, AnyGame, AnyPlugin
from referee.core.scene import Scene
from referee.core.text import printable
from referee.core.text_face import AskedTurn, TextFace
from referee.core.view import GameView
from referee.games.default_face import DefaultFace
from referee.games.generic_view import VIEW, GenericView, view_of
from referee.kit.describe.messages import Message
from referee.kit.schema import Schema

__all__ = ["FACE_NAMES", "OWN", "PLAIN", "FieldsFace", "check_face_name", "face_of"]

OWN = "own"
"""Name of the face that a game brings itself; in a game that brings none, it is the plain one."""
PLAIN = "plain"
"""Name of the face that every game has, made from its rulebook, view and action."""
FACE_NAMES = (OWN, PLAIN)
"""Names of the faces of a game, for comparing them."""


def face_of(plugin: AnyPlugin, name: str = OWN) -> TextFace:
    """Return a text face of a game.

    Args:
        plugin: The game.
        name: One of `FACE_NAMES`.

    Raises:
        FieldError: There is no face of this name.
    """
    check_face_name(name)
    if name == OWN and plugin.text is not None:
        return plugin.text
    view = view_of(plugin)
    made = FieldsFace if isinstance(view, GenericView) else DefaultFace
    return made(plugin.game, plugin.codec, plugin.rulebook, view)


def check_face_name(name: object) -> None:
    """Check the name of a face.

    Raises:
        FieldError: It is none of `FACE_NAMES`.
    """
    if name not in FACE_NAMES:
        raise FieldError("face", f"one of {', '.join(FACE_NAMES)}", name)


class FieldsFace(DefaultFace):
    """Puts a game without a view into words: it lists the fields of the observation.

    Args:
        game: Rules of the game.
        codec: Codec of the game.
        rulebook: Text of the rulebook, in Markdown.
        view: How events are shown.
    """

    def __init__(
        self, game: AnyGame, codec: AnyCodec, rulebook: str, view: GameView = VIEW
    ) -> None:
        super().__init__(game, codec, rulebook, view)

    def seen(self, asked: AskedTurn, scene: Scene) -> Iterable[str]:  # noqa: ARG002
        """Return the fields of the observation, with their meanings where the game declares them."""
        return self._fields(asked)

    def _fields(self, asked: AskedTurn) -> Iterator[str]:
        yield ""
        for name, value in asked.seen.items():
            meaning = self._meanings.get(name, "")
            shown = json.dumps(value, ensure_ascii=False)
            yield printable(f"- {name} = {shown}{f': {meaning}' if meaning else ''}")

    @functools.cached_property
    def _meanings(self) -> Mapping[str, str]:
        schema = getattr(self._codec, "schema", None)
        if not isinstance(schema, Schema):
            return {}
        declared = schema.messages.parts[schema.messages.name_of(schema.observation)]
        assert isinstance(declared, Message)
        return {field.proto_name: field.meaning for field in declared.fields}
