"""What every bot that plays by text shares: it follows its seat, and turns answers into messages."""

from __future__ import annotations

import logging
from typing import Any

from google.protobuf.message import Message

from referee.core.text_face import AskedTurn, Spoken
from referee.core.view import Fields
from referee.games import registry
from referee.games.answers import action_bytes, answer_of
from referee.games.plain_form import as_plain
from referee.games.rethink import Policy
from referee.games.seat_history import SeatHistory
from referee.games.sights import events_of
from referee.llm.asking import SeatTerms
from referee_client import Bot, Match, Turn
from referee_client.messages import message_class

__all__ = ["TextBot"]

log = logging.getLogger("referee.llm")


class TextBot(Bot):
    """Bot of one seat of any installed game, which sees its match as text.

    Args:
        policy: How turns are put into words.
    """

    reads_events = True
    reads_legal = True

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        """How turns are put into words."""
        self.match: Match | None = None
        """The match of the seat; None until it begins."""
        self._history: SeatHistory | None = None
        self._terms: SeatTerms | None = None

    @property
    def terms(self) -> SeatTerms:
        """What all turns of the seat share; not before the match begins."""
        assert self._terms is not None
        return self._terms

    def on_start(self, match: Match) -> None:
        """Find the game's text face."""
        self.match = match
        plugin = registry.find(match.game)
        config = {} if match.config is None else _plain(match.config)
        # Names are not sent to seats, so that nobody knows by name whom they play.
        players = [f"seat {seat}" for seat in range(match.num_seats)]
        self._history = SeatHistory(plugin, config, match.seat, players, face=self.policy.face)
        self._terms = SeatTerms(self._history.face, plugin.codec, config, self.policy)

    def on_events(self, match: Match, events: Any) -> None:  # noqa: ARG002
        """Keep events for the next turn."""
        assert self._history is not None
        self._history.add_events(events_of(_plain(events)))

    def asked(self, observation: Any, turn: Turn) -> AskedTurn:
        """Return a turn as the text face reads it; called once for each turn."""
        assert self._history is not None
        listed = turn.legal if turn.match.lists_legal else None
        codec = self.terms.codec
        legal = (
            None
            if listed is None
            else [answer_of(codec, each.SerializeToString()) for each in listed]
        )
        self._history.add_said([Spoken(each.seat, each.channel, each.text) for each in turn.said])
        asked = self._history.asked(_plain(observation), turn.phase, legal, turn.number)
        if not self._history.face.knows_phase(asked):
            log.warning("the text face has no words for the phase %s", asked.phase)
        return asked

    def message(self, action: Fields) -> Message:
        """Return an answer as the game's Action message."""
        codec = self.terms.codec
        message: Message = message_class(f"/{codec.action_type}").FromString(
            action_bytes(codec, action)
        )
        return message


def _plain(message: Message) -> Any:
    return as_plain(message.DESCRIPTOR.full_name, message.SerializeToString())
