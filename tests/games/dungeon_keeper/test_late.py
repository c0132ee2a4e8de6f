"""A batch after its deadline is answered by the service's own rejection (AM-D5, DK-4.4)."""

from __future__ import annotations

import pytest

from referee.core.time_control import MS, TimeControl
from referee.games.dungeon_keeper import PLUGIN
from referee.games.dungeon_keeper.rules.orders.kinds import Batch
from referee.match import events as ev
from referee.match.effects import Effect, Reject
from referee.match.rejection import Rejection
from tests.match.driver import PAYLOAD, Driver, terms_of

LIMIT = TimeControl(move_time_ns=100 * MS, lag_margin_ns=0, strikes=0)


def _send(driver: Driver, seat: int, turn: int, batch: Batch, at_ns: int) -> list[Effect]:
    return driver.handle(ev.ActionReceived(seat, turn, batch, PAYLOAD, at_ns, 0))


@pytest.mark.parametrize("batches", [0, 1, 3])
def test_a_batch_after_the_deadline_is_late(batches: int) -> None:
    """Of a turn without any batch, and of one that batches have gone on with; the code of the game is not used."""
    config = PLUGIN.game.config_class.model_validate({"preset": "small", "seating": "fixed"})
    driver = Driver(terms_of(PLUGIN, LIMIT, config=config), hands_over=True)
    driver.start()
    for number in range(batches):
        _send(driver, 0, driver.machine.seats[0].turn, Batch(), number * MS)
    turn = driver.machine.seats[0].turn
    effects = _send(driver, 0, turn, Batch(), 101 * MS)

    (reject,) = [effect for effect in effects if isinstance(effect, Reject)]
    assert (reject.seat, reject.reason) == (0, Rejection.LATE)
    assert driver.machine.seats[1].turn == 1, "the next seat is asked"
    effects = _send(driver, 0, turn, Batch(), 102 * MS)
    assert [effect.reason for effect in effects if isinstance(effect, Reject)] == [Rejection.LATE]
