"""Makes a bot of the client library from a policy: from training to the tournament."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from referee_client import Bot, Match, Turn
from referee_envs.actions.base import ActionForm
from referee_envs.actions.factored import FACTORED
from referee_envs.actions.forms import form_of
from referee_envs.backends.base import Game
from referee_envs.backends.choose import connect
from referee_envs.columns import Description
from referee_envs.errors import InputError
from referee_envs.features import Features
from referee_envs.messages import MessageReader
from referee_envs.opponents import Policy, checked_actions
from referee_envs.views import View, Views

__all__ = ["as_bot"]


def as_bot(
    policy: Policy,
    description: Description | None = None,
    *,
    columns: Sequence[str | Features] | None = None,
    together: bool = False,
    actions: str = "lists",
) -> type[Bot]:
    """Return a class of bots that decide by a policy, for `referee_client.run`, a `RefereeClient` or `play`.

    The policy is called as in training, with arrays whose first axis has length 1, for the one seat
    that decides: the same columns, computed from the referee's messages, and the mask of legal
    actions. The bot does not chat. In games that are made with `referee.kit`, it needs a referee
    that lists the legal actions in each turn.

    Args:
        policy: Takes observations and returns an array of actions, one for each entry.
        description: Description of the environment that the policy was trained in, or one read by
            `Description.from_json`. None has each match described as its turns begin, which needs
            the referee installed and a game that shows bots its whole config; then nothing checks
            that matches are like those of training.
        columns: Columns and features that the policy was trained on; None for all columns of the
            game that are arrays.
        together: Whether the policy is called once for all turns of a message, with an entry for
            each turn, and returns that many actions. Then one bot object plays all seats of its
            process.
        actions: Without a description: `lists`, or `factored` for the action space of fixed parts.

    Raises:
        InputError: A column does not exist, or bots do not receive it; or `actions` is neither of
            the two.
    """
    if actions not in ("lists", FACTORED):
        raise InputError("actions", f"'lists' or '{FACTORED}'", repr(actions))
    if description is None:
        return _described_later(policy, columns, actions, together=together)
    eyes, trained_for = _Eyes.of(description, columns), description

    class PolicyBot(Bot):
        """Bot that decides by a policy trained in `referee_envs`."""

        game = trained_for.game
        reads_legal = eyes.reader.reads_legal

        def on_start(self, match: Match) -> None:
            """Check that the policy was trained for matches like this one.

            Raises:
                InputError: The match has another number of seats, or another version of the rules.
            """
            # The policy would play on with wrong columns, and nobody would notice.
            for name in ("num_seats", "game_version"):
                trained, given = getattr(trained_for, name), getattr(match, name)
                if trained != given:
                    raise InputError(name, f"{trained}, as in training", given)

        def act(self, observation: Any, turn: Turn) -> Any:
            """Return the policy's action for a turn, as the game's Action message."""
            return eyes.decide(policy, [eyes.view(observation, turn)])[0]

    class TogetherBot(PolicyBot):
        """Bot that decides all turns of a message by one call of the policy."""

        def act_batch(self, turns: Sequence[Turn]) -> list[Any]:
            """Return the policy's action for each turn, as the game's Action message."""
            return eyes.decide(policy, [eyes.view(turn.observation, turn) for turn in turns])

    return TogetherBot if together else PolicyBot


class _Eyes(NamedTuple):
    """What turns a message into observations of a policy, and its actions into messages."""

    form: ActionForm
    views: Views
    reader: MessageReader

    @classmethod
    def of(cls, description: Description, columns: Sequence[str | Features] | None) -> _Eyes:
        # A bot has no backend that would turn numbers into actions: the form builds messages.
        form = form_of(description, builds=True)
        views = Views(description, form, columns)
        return cls(form, views, MessageReader(description, views.names))

    def view(self, observation: Any, turn: Turn) -> View:
        legal = turn.legal if self.reader.reads_legal else None
        seen = self.reader.read(observation, turn.config, legal)
        return self.views.view_of(seen, np.array([turn.seat], np.int8))

    def decide(self, policy: Policy, each: Sequence[View]) -> list[Any]:
        """Return the policy's action for each view, by one call, as the game's Action messages."""
        observation = each[0].observation
        if len(each) > 1:
            # All views have the same columns, as they come from the same reader.
            observation = {
                name: np.concatenate([view.observation[name] for view in each])
                for name in observation
            }
        actions = checked_actions(policy(observation), self.form.space, len(each))
        return [
            self.form.message(actions[place : place + 1], view.look)
            for place, view in enumerate(each)
        ]


def _described_later(
    policy: Policy, columns: Sequence[str | Features] | None, actions: str, *, together: bool
) -> type[Bot]:
    """Return a class of bots that describe their match themselves, once for each kind of match."""
    if together:
        # Turns of one message may be of matches with other configs, and so of other columns.
        raise InputError("description", "given where together is set", None)
    known: dict[tuple[str, int, int, bytes], _Eyes] = {}

    def eyes_of(match: Match) -> _Eyes:
        kind = (match.game, match.game_version, match.num_seats, match.config.SerializeToString())
        if kind not in known:
            game = Game(match.game, match.config, match.num_seats, match.game_version)
            description = connect("inprocess", game).description
            if not _is_whole(match.config, description):
                # Its columns follow from what is hidden, such as the size of levels.
                bound = f"that of the environment, since {match.game} hides parts of its config"
                raise InputError("description", bound, None)
            description = dataclasses.replace(description, actions=actions)
            known[kind] = _Eyes.of(description, columns)
        return known[kind]

    class PolicyBot(Bot):
        """Bot that decides by a policy of `referee_envs`, in matches of any game and config."""

        # The game is not known before the match, so that what its columns need is asked for.
        reads_legal = True

        def on_start(self, match: Match) -> None:
            """Describe the match.

            Raises:
                InputError: The game has no such columns or action space, or hides parts of its
                    config from bots.
                BackendError: The referee is not installed here.
            """
            self._eyes = eyes_of(match)

        def act(self, observation: Any, turn: Turn) -> Any:
            """Return the policy's action for a turn, as the game's Action message."""
            return self._eyes.decide(policy, [self._eyes.view(observation, turn)])[0]

    return PolicyBot


def _is_whole(config: Any, description: Description) -> bool:
    """Return whether a config, as a bot got it, is the one of which the description is."""
    whole = type(config)()
    description.config.Unpack(whole)
    return bool(whole == config)
