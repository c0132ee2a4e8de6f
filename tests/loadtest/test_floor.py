"""The referee that decides nothing speaks as the real one does, to the same bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamereferee.v1 import play_service_pb2 as wire
from loadtest.bench.floor import floor_server, floor_tokens, turn_message
from loadtest.bench.play import PlayLoad


@pytest.mark.parametrize("size", [60, 103, 150, 386])
def test_a_turn_has_the_size_that_was_asked_for(size: int) -> None:
    """So that what is measured carries as many bytes as the referee does."""
    message = turn_message(size)
    assert len(message) == size
    (turn,) = wire.PlayResponse.FromString(message).turns
    assert turn.turn == 1


@pytest.mark.parametrize("size", [0, 20])
def test_no_turn_is_shorter_than_its_names(size: int) -> None:
    """Told by name."""
    with pytest.raises(ValueError, match=f"turn_bytes must be a size .*, not {size}$"):
        turn_message(size)


async def test_both_seats_of_a_match_wait_for_each_other(tmp_path: Path) -> None:
    """As often as one is told a turn, the other is; of the last one may have stopped before it."""
    address = f"unix:{tmp_path}/floor.sock"
    with floor_server(address, 386):
        load = PlayLoad(address, floor_tokens(2))
        await load.open()
        items = 0
        for seconds in (0.2, 5, 25, 125):  # where a machine gets nothing done, it has longer
            items += (await load.run(seconds)).items
            if items:
                break
        answered = [bot.answered for bot in load._bots]
        await load.close()
    assert items == sum(answered) > 0
    assert abs(answered[0] - answered[1]) <= 1
    assert abs(answered[2] - answered[3]) <= 1
