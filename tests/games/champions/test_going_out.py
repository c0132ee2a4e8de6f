"""Going out tells nothing of others (CH-6.1, CH-6.7)."""

from __future__ import annotations

from referee.games.champions import PLUGIN
from referee.games.champions import columns as c
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.state import State
from referee.testing.hidden import knowledge_of

GAME = PLUGIN.game
CONFIG = ChampionsConfig()


def _two_out() -> State:
    """Of five seats, 1 and 4 went out in round 3, with 1 kill each, and 2 in round 2 with none."""
    seats = [{}, {"out_round": 3, "kills": 1}, {"out_round": 2}, {}, {"out_round": 3, "kills": 1}]
    return GAME.parse_state(CONFIG, 5, {"round": 4, "seats": seats})


def test_a_seat_that_is_out_can_t_tell_what_others_have_killed() -> None:
    """A hidden pair: in the second world seat 4, which went out beside it, has killed more, or done more."""
    state = _two_out()
    told = knowledge_of(PLUGIN, CONFIG, state, 1)
    for column in (c.KILLS, c.DAMAGE):
        for seat in (0, 2, 3, 4):
            variant = GAME.copy(state)
            variant.seats[seat, column] += 2
            assert knowledge_of(PLUGIN, CONFIG, variant, 1) == told
