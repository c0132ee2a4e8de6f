"""Course of a match: turn ends, next turns, round ends (DK-4.1, DK-5.9, DK-7.1, DK-7.2, DK-7.5)."""

from __future__ import annotations

from referee.games.dungeon_keeper import columns as c
from referee.games.dungeon_keeper.rules.combat.control import release_all
from referee.games.dungeon_keeper.rules.dice import open_dice
from referee.games.dungeon_keeper.rules.play import Play
from referee.games.dungeon_keeper.rules.turn.neutral_phase import neutral_phase
from referee.games.dungeon_keeper.rules.turn.start import begin_turn
from referee.games.dungeon_keeper.rules.turn.waning import wane
from referee.games.dungeon_keeper.tables import LIGHT, LIGHT_KEY

__all__ = ["end_turn", "next_turn", "start_turn"]


def end_turn(play: Play) -> None:
    """End the acting seat's turn: units that it controls go back to their owners (DK-5.9)."""
    release_all(play)


def next_turn(play: Play) -> None:
    """Go on from a turn end to the start of the next living seat's turn.

    At the end of a round, the light side's turn comes first, and in late rounds the waning, in which all
    Altars lose hit points; the match may end there.
    """
    state = play.state
    match, order = state.match, state.turn_order.tolist()
    place = match.item(c.TURN)
    while True:
        place += 1
        # Seats that are out are passed over; behind the last one comes the end of the round (DK-4.1).
        if place == len(order):
            _end_round(play)
            if match[c.OVER]:
                return
            place = 0
        if state.seats[order[place], c.ALIVE]:
            break
    match[[c.TURN, c.ACTING]] = place, order[place]
    play.seat = order[place]
    start_turn(play)


def start_turn(play: Play, *, is_scenario: bool = False) -> None:
    """Start the turn of the acting seat (DK-4.1).

    Args:
        play: The match.
        is_scenario: Whether the match begins with a hand-made position. Its turn start is over
            already, so that only the dice are opened.
    """
    state = play.state
    state.match[[c.BATCH, c.ORDERS]] = 0
    state.forget_shown()
    open_dice(state, play.seat)
    # A scenario is a position of the order phase: nothing burns or is paid a second time (DK-2.20).
    if not is_scenario:
        begin_turn(play)
        play.moment(play)


def _end_round(play: Play) -> None:
    """Play the light side's turn and, in late rounds, weaken all Altars; start the next round, if any (DK-4.1)."""
    state = play.state
    play.seat = LIGHT
    open_dice(state, LIGHT_KEY)
    neutral_phase(play)
    # The Hero may have felled the last rival's Altar; then the match is over, and none wanes.
    if not state.match[c.OVER] and wane(play):
        play.moment(play)
    if state.match[c.ROUND] >= state.rules[c.MAX_ROUNDS]:
        state.match[c.OVER] = 1
    elif not state.match[c.OVER]:
        state.match[c.ROUND] += 1
