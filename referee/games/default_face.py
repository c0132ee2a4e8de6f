"""A text face made from a game's rulebook, the scene of its view and its declared action.

A game with a face of its own derives it from `DefaultFace` and says only what the default can't
know: what each phase asks for, which parts of scene and rulebook are not for players, and what an
answer looks like.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.core.game import AnyCodec, AnyGame
from referee.core.plain import Plain
from referee.core.rulebook_text import player_rules, without_lost_references
from referee.core.scene import Scene
from referee.core.scene_words import ROW_AND_COLUMN, line_words, scene_words
from referee.core.text import printable
from referee.core.text_face import (
    LONGEST_SAID,
    MOST_SAID,
    Answer,
    AskedTurn,
    Moment,
    Objection,
    TextFace,
    quoted,
)
from referee.core.view import Fields, GameView, Sight
from referee.games.answers import action_bytes
from referee.kit.describe.answer_schema import answer_schema
from referee.kit.describe.messages import Message
from referee.kit.schema import Schema

__all__ = ["DefaultFace"]

KIT_PHASE = "play"
"""Name of the phase in games of the kit that name none."""


class DefaultFace(TextFace):
    """Puts any game into words.

    Args:
        game: Rules of the game.
        codec: Codec of the game.
        rulebook: Text of the rulebook, in Markdown.
        view: How matches are shown to people.

    Raises:
        TypeError: There is no view.
    """

    phases: ClassVar[Mapping[str, str]] = {}
    """What a seat decides in each phase, in a sentence; empty to name phases as the rulebook does."""
    kinds: ClassVar[Mapping[str, str]] = {}
    """Field of the Action message that each phase asks for; empty where all phases ask for the same."""
    examples: ClassVar[Mapping[str, Mapping[str, Plain]]] = {}
    """Example of an answer for each phase; empty for the simplest one that the schema allows."""
    left_out: ClassVar[Sequence[str]] = ()
    """Headings of further parts of the rulebook that no player needs."""
    hidden_parts: ClassVar[Sequence[str]] = ()
    """Ids of parts of the scene that are left out, such as advice for viewers."""
    hidden_fields: ClassVar[Sequence[str]] = ()
    """Fields of the Action message that only programs use."""
    axes: ClassVar[tuple[str, str]] = ROW_AND_COLUMN
    """Names of the two coordinates of a cell: the one that counts downwards, and the one to the right."""

    def __init__(
        self, game: AnyGame, codec: AnyCodec, rulebook: str, view: GameView | None = None
    ) -> None:
        if view is None:
            raise TypeError(f"{type(self).__name__} needs a view: give one, or derive FieldsFace")
        self._game, self._codec, self._rulebook, self._view = game, codec, rulebook, view

    # Sent once.

    def rules(self, config: Fields, seat: int) -> str:
        """Return the settings of the match, the rules, and the form of an answer."""
        info = self._game.info
        other = f"This match has version {info.version} of the rules; what they say of others does not hold. "
        versions = other if len(info.versions) > 1 else ""
        whole = "\n".join(
            [
                f"# {info.title}",
                "",
                f"{info.summary} You play seat {seat}. Seats, rows and columns are numbered from 0.",
                "",
                "## Settings of this match",
                "",
                *self._settings(config),
                "",
                f"{versions}Where the rules below name a default, the settings above hold instead. Codes in bold are"
                " numbers of rules; rules that no player needs are left out. Remarks on `the source` or on"
                " what `the seed` says are about the text that the game was made from.",
                "",
                self._player_rules,
            ]
        )
        form = "\n".join(["## How to answer", "", *self._form(config)])
        return f"{without_lost_references(whole)}\n\n{form}"

    @functools.cached_property
    def _player_rules(self) -> str:
        return player_rules(self._rulebook, self.left_out)

    def _settings(self, config: Fields) -> Iterator[str]:
        for name, value in config.items():
            shown = json.dumps(value, ensure_ascii=False)
            meaning = self._parameters.get(name, "")
            yield printable(f"- {name} = {shown}{f': {meaning}' if meaning else ''}")

    @functools.cached_property
    def _parameters(self) -> Mapping[str, str]:
        """Meaning of each parameter of the config, by name."""
        found = self._game.config_class.model_json_schema().get("properties", {})
        return self._sent_settings | {
            name: " ".join(str(each.get("description", "")).split()) for name, each in found.items()
        }

    @property
    def _sent_settings(self) -> dict[str, str]:
        """Meaning of each field of the Config message, which may have others than the config."""
        schema = getattr(self._codec, "schema", None)
        if not isinstance(schema, Schema):
            return {}
        declared = schema.messages.parts[schema.messages.name_of(schema.config)]
        assert isinstance(declared, Message)
        return {field.proto_name: field.meaning for field in declared.fields}

    def _form(self, config: Fields) -> Iterator[str]:
        answer = self.answer(config)
        yield "Think in words first, as long as you like. Then end with exactly one JSON object."
        yield "The last JSON object of your reply is your answer; if some stand in fenced blocks (```), the"
        yield "last one of these is. Nothing else of the reply is read."
        yield "Where the rules write actions in a short form, this schema holds instead:"
        yield ""
        yield json.dumps(answer.schema, ensure_ascii=False, separators=(",", ":"))
        yield ""
        yield "Of the fields listed in x-one-of exactly one must be given. An example of the form:"
        yield ""
        yield json.dumps(answer.example, ensure_ascii=False)

    def answer(self, config: Fields) -> Answer:  # noqa: ARG002
        """Return the form of an answer: the game's Action message, equal under all configs."""
        return self._answer

    @functools.cached_property
    def _answer(self) -> Answer:
        schema = getattr(self._codec, "schema", None)
        messages = schema.messages if isinstance(schema, Schema) else None
        made = answer_schema(self._codec.action_type, messages, left_out=self.hidden_fields)
        example = next(iter(self.examples.values()), None)
        return Answer(made, _simplest(made, made) if example is None else example)

    def example(self, asked: AskedTurn) -> Mapping[str, Plain]:
        """Return the example of the turn's phase, or the one of the form where phases have none."""
        return self.examples.get(self.phase_of(asked), self._answer.example)

    # Sent in each turn.

    def turn(self, asked: AskedTurn, window: int) -> str:
        """Return a turn: earlier events, events since the last turn, the scene, the question."""
        phase = self.phase_of(asked)
        question = self._question(phase)
        scene = self._view.scene(asked.sight)
        news = self.news(asked.sight)
        lines = [
            _unnumbered(f"# Turn {asked.number} of seat {asked.seat}{_titled(scene.title)}"),
            "",
            f"Players: {', '.join(_players(asked))}.",
            *_earlier(asked.history, window),
            "",
            "Since your last turn:" if asked.number > 1 else "At the start:",
            *(f"- {line}" for line in news or ("no events",)),
            *_said(asked),
            "",
            "## What you see now",
            *map(_unnumbered, (*self.seen(asked, scene), *self.details(asked))),
            "",
            "## What you decide",
            "",
            question,
            "Think first, then end with one JSON object in the form of the schema.",
        ]
        if phase in self.examples:
            lines.append(f"An example of the form, no advice: {json.dumps(self.example(asked))}")
        return "\n".join(lines)

    def seen(self, asked: AskedTurn, scene: Scene) -> Iterable[str]:
        """Return what the seat sees now as lines: the scene in words.

        Args:
            asked: The turn.
            scene: The scene of its sight.
        """
        parts = tuple(part for part in scene.parts if part.id not in self.hidden_parts)
        shown = dataclasses.replace(scene, parts=parts)
        return scene_words(shown, asked.sight.players, self.axes)

    def phase_of(self, asked: AskedTurn) -> str:
        """Return the phase that is asked for: the turn's own, or one that the observation has."""
        return asked.phase

    def details(self, asked: AskedTurn) -> Iterable[str]:  # noqa: ARG002
        """Return lines that follow the scene: what an answer needs and the scene does not show."""
        return ()

    def news(self, sight: Sight) -> tuple[str, ...]:
        """Return the events of a sight as lines, without their place in the match."""
        lines = self._view.event_lines(sight)
        return tuple(_unnumbered(words) for line in lines if (words := line_words(line)))

    def knows_phase(self, asked: AskedTurn) -> bool:
        """Return whether `phases` has the turn's phase, or without `phases` the rulebook names it."""
        phase = self.phase_of(asked)
        if self.phases:
            return phase in self.phases
        named = rf"\b{re.escape(phase)}\b"
        return phase == KIT_PHASE or bool(re.search(named, self._rulebook, re.IGNORECASE))

    def _question(self, phase: str) -> str:
        if phase in self.phases:
            return f"Phase {phase}: {self.phases[phase]}"
        if phase == KIT_PHASE:
            return "It is your turn."
        return printable(f"It is your turn, in the phase {phase}.")

    def objection(self, asked: AskedTurn, action: Fields) -> Objection | None:
        """Object to an answer for another phase, and to one that is not listed as legal.

        The latter only in games that list each form of a legal action: in others, an answer that is
        not listed may be another form of one that is.
        """
        phase = self.phase_of(asked)
        kind = self.kinds.get(phase, "")
        others = [name for name in self.kinds.values() if name != kind and name in action]
        if kind and others and kind not in action:
            text = f"The phase {phase} asks for `{kind}`, not for `{others[0]}`."
            return Objection(others[0], "WRONG_PHASE", text)
        if asked.legal is None or not self._game.lists_all_forms:
            return None
        decode = self._codec.decode_action
        given = decode(action_bytes(self._codec, action))
        if any(decode(action_bytes(self._codec, legal)) == given for legal in asked.legal):
            return None
        return Objection("action", "NOT_LEGAL", "The rules do not allow this action now.")


def _said(asked: AskedTurn) -> Iterator[str]:
    """Yield what was said since the last turn, each message in quotes: it may be any text."""
    if not asked.said:
        return
    cut = len(asked.said) - MOST_SAID
    yield ""
    left_out = f" ({cut} older messages are left out)" if cut > 0 else ""
    yield f"What players said since your last turn, in their own words{left_out}:"
    for spoken in asked.said[-MOST_SAID:]:
        who = asked.sight.players[spoken.seat]
        yield f"- {who}, in {spoken.channel}: {quoted(spoken.text, LONGEST_SAID)}"


def _players(asked: AskedTurn) -> Iterator[str]:
    names = asked.names or asked.sight.players
    for seat, (label, name) in enumerate(zip(asked.sight.players, names, strict=True)):
        yield label if name in {label, f"seat {seat}"} else f"{label} is called {quoted(name)}"


def _unnumbered(text: str) -> str:
    """Return a text in which `1 seat 1` is `seat 1`: views put the number before a player's name."""
    return re.sub(r"\b(\d+) (seat \1\b)", r"\2", text)


def _titled(title: str) -> str:
    return f": {printable(title)}" if title else ""


def _earlier(history: Sequence[Moment], window: int) -> list[str]:
    """Return the newest lines of a history that fit into a window of bytes, and how many do not."""
    lines = [
        f"- (before your turn {moment.turn}) {line}" for moment in history for line in moment.lines
    ]
    size, first = 0, len(lines)
    while first and size + len(lines[first - 1].encode()) + 1 <= window:
        first -= 1
        size += len(lines[first].encode()) + 1
    if not lines:
        return []
    cut = f" ({first} older events are left out)" if first else ""
    return ["", f"Earlier, the oldest first{cut}:", *lines[first:]]


def _simplest(node: Mapping[str, Any], whole: Mapping[str, Any]) -> Any:
    """Return the simplest value that a schema allows; `whole` is the schema that holds its `$defs`."""
    if "$ref" in node:
        node = whole["$defs"][node["$ref"].rpartition("/")[2]]
    if "enum" in node:
        return node["enum"][0]
    match node.get("type"):
        case "object":
            chosen = [group[0] for group in node.get("x-one-of", ())]
            names = [*node.get("required", ()), *chosen]
            lists = [
                name
                for name, each in node["properties"].items()
                if each.get("minItems") and name not in names
            ]
            fields = node["properties"]
            return {name: _simplest(fields[name], whole) for name in [*names, *lists]}
        case "array":
            return [_simplest(node["items"], whole) for _ in range(node.get("minItems", 0))]
        case "integer":
            return min(max(0, node.get("minimum", 0)), node.get("maximum", 0))
        case "boolean":
            return False
        case "number":
            return 0
    return "0" if node.get("type") == "string" else None
