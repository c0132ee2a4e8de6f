"""A turn of a match, from its first phase to its last (PG-5.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.games.proving_grounds import columns as c
from referee.games.proving_grounds.rules.actions.hero_orders import phase_actions, phase_free
from referee.games.proving_grounds.rules.actions.trading import phase_trade
from referee.games.proving_grounds.rules.aftermath import (
    phase_knowledge,
    phase_loot,
    phase_ownership,
    phase_rest,
    phase_search,
)
from referee.games.proving_grounds.rules.checks import static_checks
from referee.games.proving_grounds.rules.ending import end_check
from referee.games.proving_grounds.rules.fight.combat import phase_fights
from referee.games.proving_grounds.rules.market.boards import phase_shuffle
from referee.games.proving_grounds.rules.market.market import draw_market, phase_buy, phase_hire
from referee.games.proving_grounds.rules.movement import phase_move
from referee.games.proving_grounds.rules.play import Play
from referee.games.proving_grounds.rules.setup import set_up
from referee.games.proving_grounds.wire.orders import Action

__all__ = ["PHASES", "play_setup", "play_turn"]

PHASES: tuple[Callable[[Play], None], ...] = (
    phase_shuffle,
    phase_hire,
    phase_buy,
    phase_free,
    phase_trade,
    phase_actions,
    phase_move,
    phase_fights,
    phase_loot,
    phase_search,
    phase_rest,
    phase_ownership,
    phase_knowledge,
)
"""Phases between the orders and the end check, in the order of PG-5.1."""


def play_setup(play: Play, messages: Mapping[int, Action | None]) -> None:
    """Carry out the setup step with the seats' messages, and draw the first market."""
    set_up(play, messages)
    play.state.match[c.PHASE] = c.ORDERS
    _next_turn(play)


def play_turn(play: Play, messages: Mapping[int, Action | None]) -> None:
    """Carry out a turn; unless the match ends with it, draw the next market.

    Args:
        play: A turn in which nothing has happened yet.
        messages: Message of each seat; None or a message of another kind counts as the empty
            message (PG-4.9).
    """
    seats = range(len(play.state.seats))
    # All messages are checked before any phase, against the state at the start of the turn (PG-4.10).
    play.messages = [static_checks(play, seat, messages.get(seat)) for seat in seats]
    for phase in PHASES:
        phase(play)
    if not end_check(play):
        _next_turn(play)
    # Last of all, so that a clamor's position does not show in which phase it arose (PG-6.7).
    play.tell_clamors()


def _next_turn(play: Play) -> None:
    # The turn first: it is part of the key of the market's dice (PG-2.3).
    play.state.match[c.TURN] += 1
    draw_market(play.state)
