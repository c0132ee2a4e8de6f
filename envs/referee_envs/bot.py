"""Makes a bot of the client library from a trained policy: from training to the tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee_client import Bot, Match, Turn
from referee_envs.actions.forms import form_of
from referee_envs.columns import Description
from referee_envs.errors import InputError
from referee_envs.features import Features
from referee_envs.messages import MessageReader
from referee_envs.opponents import Policy, checked_actions
from referee_envs.views import View, Views

__all__ = ["as_bot"]


def as_bot(
    policy: Policy,
    description: Description,
    *,
    columns: Sequence[str | Features] | None = None,
    together: bool = False,
) -> type[Bot]:
    """Return a class of bots that decide by a policy, for `referee_client.run` or a `RefereeClient`.

    The policy is called as in training, with arrays whose first axis has length 1, for the one seat
    that decides: the same columns, computed from the referee's messages, and the mask of legal
    actions. The bot does not chat. In games that are made with `referee.kit`, it needs a referee
    that lists the legal actions in each turn.

    Args:
        policy: Takes observations and returns an array of actions, one for each entry.
        description: Description of the environment that the policy was trained in, or one read by
            `Description.from_json`.
        columns: Columns and features that the policy was trained on; None for all columns of the
            game that are arrays.
        together: Whether the policy is called once for all turns of a message, with an entry for
            each turn, and returns that many actions. Then one bot object plays all seats of its
            process.

    Raises:
        InputError: A column does not exist, or bots do not receive it.
    """
    # A bot has no backend that would turn numbers into actions: the form builds messages.
    form = form_of(description, builds=True)
    views = Views(description, form, columns)
    reader = MessageReader(description, views.names)

    class PolicyBot(Bot):
        """Bot that decides by a policy trained in `referee_envs`."""

        game = description.game
        reads_legal = reader.reads_legal

        def on_start(self, match: Match) -> None:
            """Check that the policy was trained for matches like this one.

            Raises:
                InputError: The match has another number of seats, or another version of the rules.
            """
            # The policy would play on with wrong columns, and nobody would notice.
            for name in ("num_seats", "game_version"):
                trained, given = getattr(description, name), getattr(match, name)
                if trained != given:
                    raise InputError(name, f"{trained}, as in training", given)

        def act(self, observation: Any, turn: Turn) -> Any:
            """Return the policy's action for a turn, as the game's Action message."""
            view = self._view(observation, turn)
            actions = checked_actions(policy(view.observation), form.space, 1)
            return form.message(actions, view.look)

        def _view(self, observation: Any, turn: Turn) -> View:
            legal = turn.legal if reader.reads_legal else None
            seen = reader.read(observation, turn.config, legal)
            return views.view_of(seen, np.array([turn.seat], np.int8))

    class TogetherBot(PolicyBot):
        """Bot that decides all turns of a message by one call of the policy."""

        def act_batch(self, turns: Sequence[Turn]) -> list[Any]:
            """Return the policy's action for each turn, as the game's Action message."""
            each = [self._view(turn.observation, turn) for turn in turns]
            # All turns have the same columns, as they come from the same reader.
            names = each[0].observation
            observation = {
                name: np.concatenate([view.observation[name] for view in each]) for name in names
            }
            actions = checked_actions(policy(observation), form.space, len(each))
            return [
                form.message(actions[place : place + 1], view.look)
                for place, view in enumerate(each)
            ]

    return TogetherBot if together else PolicyBot
