"""What any game must fulfil, as checks that take a plug-in.

The checks know a game by `referee.core.game` alone, and are run over all installed games by
`tests/games/test_contract.py`. A game's own rules are tested in its own folder.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.core.game import AnyPlugin
from tests.helpers.contract import batches, chat, public, rules, wire
from tests.helpers.contract.samples import config_of, num_seats_of
from tests.helpers.contract.wire import check_decode_action, check_parse_action, check_seed

__all__ = [
    "CHECKS",
    "check_decode_action",
    "check_parse_action",
    "check_seed",
    "config_of",
    "num_seats_of",
]

CHECKS: tuple[Callable[[AnyPlugin], None], ...] = (
    rules.check_info,
    rules.check_seats_and_teams,
    rules.check_lockstep,
    rules.check_other_seeds,
    rules.check_legal_actions,
    rules.check_whole_matches,
    rules.check_default_actions,
    rules.check_notices,
    rules.check_decisions,
    rules.check_outcomes,
    rules.check_eliminations,
    rules.check_copies,
    rules.check_looking_changes_nothing,
    rules.check_plain_states,
    rules.check_scripted_dice,
    public.check_public_observations,
    chat.check_chat,
    batches.check_batches,
    wire.check_messages,
    wire.check_events_join,
    wire.check_actions_survive_the_wire,
    wire.check_configs_survive_the_wire,
    wire.check_config_schema,
    wire.check_config_errors,
)
"""All checks that need nothing but the plug-in."""
