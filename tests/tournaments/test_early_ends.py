"""Bots that leave when they have lost, while the others of their match play on for seconds."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import pytest

from tests.tournaments.cups import Cup, new_cup
from tournaments.bots.launcher import NEWS_S
from tournaments.spec.outcomes import EndCause

pytestmark = pytest.mark.slow

LEAVES = """
import time
from gamereferee.games.champions.v1.champions_pb2 import Action, Observation
from referee_client import Bot, run

class Default(Bot):
    def act(self, observation: Observation) -> Action:
        if not all(seat.alive for seat in observation.seats):
            time.sleep(1)  # the match goes on for longer than news of its end may take
        return Action()

    def on_end(self, match, outcome):
        mine = outcome.seats[match.seat].placement
        first, last = (outcome.first_place, outcome.last_place) if outcome.goes_on else (mine, mine)
        is_early = outcome.goes_on
        print(match.match_id, match.seat, first, last, is_early, time.monotonic(), flush=True)

run(Default, [])
"""
"""Plays defaults, by which the first of four fall when a round or two are left; then it thinks slowly."""

FILE = """
name = "cup"
game = "champions"
format = "groups"
seats = 4
seed = 3
parallel = 4
think_slots = 16
restarts = 0
lifetime = "match"
sandbox = "none"
[time_control]
move_time = "30m"
strikes = 1
join_limit = "30m"
[config]
scoring = "outlast"
""" + "".join(
    f'[[bots]]\nname = "{name}"\ncommand = {json.dumps([sys.executable, "bot.py"])}\n'
    for name in ("ann", "bob", "cat", "dan")
)


def _ends(cup: Cup) -> dict[str, dict[int, tuple[range, bool, float]]]:
    """What each bot said at its end of each match: places, whether it was early, and when, by match and seat."""
    ends: dict[str, dict[int, tuple[range, bool, float]]] = {}
    for log in (cup.data / "logs").glob("*/*.stdout"):
        for line in log.read_text().splitlines():
            match_id, seat, first, last, is_early, at_s = line.split()
            end = (range(int(first), int(last) + 1), is_early == "True", float(at_s))
            ends.setdefault(match_id, {})[int(seat)] = end
    return ends


def test_bots_that_leave_early_have_neither_died_nor_forfeited(
    tmp_path: Path,
) -> None:
    """Four players in each of four seats: all processes end well, and all results are by the rules.

    Some bots have left longer before the end of their match than a bot may that the rules have not put
    out; each had been told places among which the result, by who lasts longer, has its own.
    """
    cup = new_cup(tmp_path, "leaving", FILE, bot=LEAVES)
    cup.finish()
    with contextlib.closing(cup.store()) as store:
        matches, processes = store.matches(), store.processes()
    assert len(matches) == 4
    bots = [record for record in processes if record.program in {"ann", "bob", "cat", "dan"}]
    assert [(record.code, record.died) for record in bots] == [(0, False)] * 16
    ends, lead_s = _ends(cup), 0.0
    for match in matches:
        assert match.end.cause is EndCause.RULES
        assert all(seat.forfeit is None and not seat.strikes for seat in match.end.seats)
        told = ends[match.match_id]
        assert match.end.placements is not None
        for seat, place in enumerate(match.end.placements):
            assert place in told[seat][0]
        last_s = max(at_s for _, _, at_s in told.values())
        lead_s = max([lead_s, *[last_s - at_s for _, is_early, at_s in told.values() if is_early]])
        assert sum(is_early for _, is_early, _ in told.values()) in (1, 2)
    assert lead_s > NEWS_S + 1
