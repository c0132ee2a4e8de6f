"""Checks of a game's text face: pure, blind to what is hidden, labelled, total, bounded."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.config import GameConfig
from referee.core.errors import FieldError
from referee.core.game import AnyPlugin, Events
from referee.core.rng import Stream
from referee.core.text_face import LONGEST_NAME, AskedTurn, Objection, seat_labels
from referee.games.answers import answer_of
from referee.games.faces import face_of
from referee.games.seat_history import SeatHistory
from referee.games.sights import Eyes, SeenStep
from referee.testing.contract.configs import other_configs
from referee.testing.face_turns import (
    asked_in,
    face_turns,
    public_config,
    strange_names,
)
from referee.testing.hidden import scripted_step
from referee.testing.samples import State, acting_seats, config_of, has_dice, samples

__all__ = [
    "CHECKS",
    "MOST_RULES_BYTES",
    "MOST_TURN_BYTES",
    "check_blind_texts",
    "check_every_turn",
    "check_phases",
    "check_rules_texts",
    "check_seat_words",
    "check_turn_texts",
]

MOST_RULES_BYTES = 256 * 1024
"""Highest number of bytes of the rules of a game, the schema of answers included."""
MOST_TURN_BYTES = 64 * 1024
"""Highest number of bytes of a turn without earlier events."""
_WINDOW = 60
"""Window in bytes of the texts that are compared."""
_ONE_IN = 7
"""One sample state in this many is compared with its hidden variants."""
_ANSWERS = 4
"""Number of answers of a seat that are tried, along with those that are played."""
_SCRIPT_LENGTH = 500
"""Number of scripted dice values for one step: 1 and 2, which every die can show."""
_WITHOUT_YOU = " (you)"
"""What the label of the asked seat has more than those of others."""


def check_turn_texts(plugin: AnyPlugin) -> None:
    """Check the text of each turn of a random match: pure, labelled, within its bounds.

    Only the asked seat is called `you`; a stranger's name is quoted, in one line, and cut; events
    beyond the window are left out, and the text says so; the legal actions are not listed.
    """
    for told, asked, _ in face_turns(plugin):
        face, where = told.face, f"turn {asked.number} of seat {asked.seat}"
        text = face.turn(asked, _WINDOW)
        assert face.turn(asked, _WINDOW) == text, f"{where}: two texts of one turn"
        if asked.legal is not None:
            bare = dataclasses.replace(asked, legal=None)
            assert face.turn(bare, _WINDOW) == text, f"{where}: the text lists legal actions"
        called = set(re.findall(r"seat (\d+) \(you\)", text))
        assert called == {str(asked.seat)}, f"{where}: seats {sorted(called)} are called you"
        _check_names(text, where)
        size = len(face.turn(asked, 0).encode())
        assert size <= MOST_TURN_BYTES, f"{where}: {size} bytes, at most {MOST_TURN_BYTES}"
        whole = face.turn(asked, 1 << 30)
        _check_window(asked, whole, text, len(text.encode()) - size, where)


def _check_names(text: str, where: str) -> None:
    odd = sorted({each for each in text if each != "\n" and not each.isprintable()})
    assert not odd, f"{where}: unprintable {odd}"
    assert "\n# System" not in text, f"{where}: a player's name begins a line"
    assert "n" * LONGEST_NAME not in text, f"{where}: a player's name is not cut"
    assert text.count("bo}b{0}%s") == text.count('"bo}b{0}%s'), f"{where}: a name without quotes"


def _check_window(asked: AskedTurn, whole: str, short: str, grown: int, where: str) -> None:
    """Check the earlier events of a text: all of them, or as many as the window holds.

    Args:
        asked: The turn.
        whole: Its text with a window that holds everything.
        short: Its text with the window `_WINDOW`.
        grown: Bytes that `short` has more than the text with no window.
        where: Name of the turn in errors.
    """
    lines = [line for moment in asked.history for line in moment.lines]
    for line in lines:
        assert line in whole, f"{where}: an earlier event is missing: {line}"
    if sum(len(line.encode()) for line in lines) > _WINDOW:
        assert "left out" in short, f"{where}: the text does not say that earlier events are cut"
    assert grown <= _WINDOW, f"{where}: earlier events take {grown} bytes, the window is {_WINDOW}"


def check_blind_texts(plugin: AnyPlugin) -> None:
    """Check that states that differ only in what a seat may not see have equal texts and objections.

    So must the states after a step with equal actions and dice, with the events of the step.
    """
    stream = Stream(46)
    script = stream.roll(_SCRIPT_LENGTH, 2) if has_dice(plugin) else None
    for number, (num_seats, state) in enumerate(samples(plugin)):
        seats = acting_seats(plugin, state)
        if number % _ONE_IN or not seats:
            continue
        seat = seats[number // _ONE_IN % len(seats)]
        actions = {each: plugin.game.random_action(state, each, stream) for each in seats}
        tried = [plugin.game.random_action(state, seat, stream) for _ in range(_ANSWERS)]
        step = _Step(plugin, seat, num_seats, actions, [*actions.values(), *tried], script)
        shown = step.texts(state)
        for variant in plugin.game.hidden_variants(state, seat, stream):
            if seat not in acting_seats(plugin, variant):
                continue
            other = step.texts(variant)
            assert other[0] == shown[0], f"the text of seat {seat} shows what is hidden from it"
            assert other[1] == shown[1], f"objections show seat {seat} what is hidden from it"
            assert other[2] == shown[2], (
                f"the next text of seat {seat} shows what is hidden from it"
            )


class _Step(NamedTuple):
    """A step that is played from several states, for the texts before and after it."""

    plugin: AnyPlugin
    seat: int
    """Seat whose texts are compared."""
    num_seats: int
    actions: Mapping[int, Any]
    """Action of each acting seat."""
    tried: Sequence[Any]
    """Actions to which the face may object."""
    script: list[int] | None
    """Values that the dice show; None for a game without dice."""

    def texts(self, state: State) -> tuple[str, list[Objection | None], str]:
        """Return the text in a state, objections to all that is tried, and the text after the step."""
        codec = self.plugin.codec
        history, asked = self._asked(state, [])
        answers = [answer_of(codec, codec.encode_action(each)) for each in self.tried]
        objections = [history.face.objection(asked, answer) for answer in answers]
        after, events = scripted_step(self.plugin, state, self.actions, self.script)
        face, acting, next_text = history.face, acting_seats(self.plugin, after), ""
        if acting:
            later = self._asked(after, events)[1]
            is_asked = self.seat in acting
            # A seat that is not asked has no turn; its next turn has what has happened now.
            next_text = face.turn(later, _WINDOW) if is_asked else "\n".join(face.news(later.sight))
        return face.turn(asked, _WINDOW), objections, next_text

    def _asked(self, state: State, events: Events) -> tuple[SeatHistory, AskedTurn]:
        config = config_of(self.plugin)
        seen = SeenStep(self.plugin, config, state, events)
        history = SeatHistory.of_match(
            self.plugin, config, self.seat, strange_names(self.num_seats)
        )
        history.add_events([each for each, who in seen.sent if Eyes(self.seat).sees(who)])
        return history, asked_in(self.plugin, history, state, self.seat, seen)


def check_seat_words(plugin: AnyPlugin) -> None:
    """Check that a seat's text depends on who reads it in nothing but the word `you`.

    The same events, read by any other seat, must make the same lines, apart from that word.
    """
    for told, asked, _ in face_turns(plugin):
        sight, num_seats = asked.sight, len(asked.sight.players)
        own = [line.replace(_WITHOUT_YOU, "") for line in told.face.news(sight)]
        for seat in range(num_seats):
            other = dataclasses.replace(sight, players=seat_labels(num_seats, seat))
            lines = [line.replace(_WITHOUT_YOU, "") for line in told.face.news(other)]
            assert lines == own, (
                f"events read by seat {seat} say {lines}, by seat {asked.seat} {own}"
            )


def check_every_turn(plugin: AnyPlugin) -> None:
    """Check that turns late in a match, with any number of seats and under other configs have a text.

    None may be longer than the bound.
    """
    for number, (num_seats, state) in enumerate(samples(plugin)):
        if number % _ONE_IN == _ONE_IN - 1:
            _check_text(plugin, config_of(plugin), state, num_seats)
    num_seats = plugin.game.info.default_seats
    for values, config in other_configs(plugin):
        try:
            plugin.game.check_seats(config, num_seats)
        except FieldError:
            continue
        state, _ = plugin.game.start(config, seed=1, num_seats=num_seats)
        _check_text(plugin, config, state, num_seats, f" under {values}")


def _check_text(
    plugin: AnyPlugin, config: GameConfig, state: State, num_seats: int, under: str = ""
) -> None:
    seats = acting_seats(plugin, state)
    if not seats:
        return
    seat = seats[-1]
    history = SeatHistory.of_match(plugin, config, seat, strange_names(num_seats))
    asked = asked_in(plugin, history, state, seat, SeenStep(plugin, config, state, []))
    size = len(history.face.turn(asked, 0).encode())
    assert size <= MOST_TURN_BYTES, f"a turn has {size} bytes{under}, at most {MOST_TURN_BYTES}"


def check_phases(plugin: AnyPlugin) -> None:
    """Check that the face has words for each phase of random matches, and knows which it has none for.

    A turn of a phase that the game does not have must have a text all the same, which names it.
    """
    config, phases = config_of(plugin), set[str]()
    for num_seats, state in samples(plugin):
        point = plugin.game.decision(state)
        if point is None or point.phase in phases:
            continue
        phases.add(point.phase)
        history = SeatHistory.of_match(plugin, config, point.seats[0], strange_names(num_seats))
        seen = SeenStep(plugin, config, state, [])
        asked = asked_in(plugin, history, state, point.seats[0], seen)
        assert history.face.knows_phase(asked), (
            f"the face has no words for the phase {point.phase!r}"
        )
    told, asked, _ = next(face_turns(plugin))
    unknown = dataclasses.replace(asked, phase="no such phase")
    assert not told.face.knows_phase(unknown), "the face knows a phase that the game does not have"
    text = told.face.turn(unknown, _WINDOW)
    assert unknown.phase in text, "a turn of an unknown phase does not name it"


def check_rules_texts(plugin: AnyPlugin) -> None:
    """Check the rules: equal in all turns, with the match's own settings, and without strategy.

    Rules and digest must differ between configs whose settings differ, and between no others.
    """
    face, config = face_of(plugin), config_of(plugin)
    told = public_config(plugin, config)
    rules = face.rules(told, 0)
    assert face.rules(told, 0) == rules, "two texts of the rules"
    assert face.digest(told, 0) == face.digest(told, 0), "two digests of one face"
    assert not re.search(r"^#+ .*\bbots?\b", rules, re.MULTILINE | re.IGNORECASE), (
        "the rules have a section about bots"
    )
    schema = json.dumps(face.answer(told).schema, ensure_ascii=False, separators=(",", ":"))
    assert schema in rules, "the rules lack the schema of answers"
    size = len(rules.encode())
    assert size <= MOST_RULES_BYTES, f"the rules have {size} bytes, at most {MOST_RULES_BYTES}"
    for values, other in other_configs(plugin):
        fields = public_config(plugin, other)
        is_same = fields == told
        assert (face.rules(fields, 0) == rules) == is_same, f"the rules do not depend on {values}"
        assert (face.digest(fields, 0) == face.digest(told, 0)) == is_same, (
            f"the digest does not depend on {values}"
        )


CHECKS = (
    *(check_turn_texts, check_seat_words, check_every_turn, check_blind_texts),
    *(check_phases, check_rules_texts),
)
"""Checks of this module that take a game's plug-in as their only argument."""
