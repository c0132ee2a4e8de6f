"""Columns that clients get who ask for them: lists of candidates, picks, and what views show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamereferee.v1 import error_pb2
from gamereferee.v1 import simulation_service_pb2 as wire
from referee.games import registry
from referee.simulation.batches import MOST_VIEWED, StreamBatches
from referee.simulation.described import describe_to_wire
from referee.simulation.limits import SimulationLimits
from referee_bots import candidates

GAME = "dungeon_keeper"
WITH_LISTS_AND_MAPS = ("dungeon_keeper", "proving_grounds")
"""Games whose observations have lists without a bound of their own, which a config bounds."""


def _described(game: str, *, derived: bool) -> wire.DescribeResponse:
    request = wire.DescribeRequest(game=game, derived=derived)
    return describe_to_wire(request, SimulationLimits())


def _open(names: list[str], **options: Any) -> wire.OpenBatch:
    ids = {each.name: each.id for each in _described(GAME, derived=True).observed}
    told: dict[str, Any] = {"game": GAME, "num_rows": 3, "seed": 7, "derived": True}
    told |= {"autoreset": wire.AUTORESET_NEXT_STEP, "observe": [ids[name] for name in names]}
    return wire.OpenBatch(**(told | options))


def _ask(batches: StreamBatches, **request: Any) -> wire.RolloutResponse:
    return batches.answer(wire.RolloutRequest(batch=1, **request))


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_who_does_not_ask_is_told_what_was_told_before(game: str) -> None:
    """The further columns stand behind the others; nothing of these changes but the hash over all."""
    old, new = (_described(game, derived=derived) for derived in (False, True))
    has_lists = game in candidates.GAMES
    added = [each.name for each in new.observed[len(old.observed) :]]
    assert added[:2] == ["view.text", "view.scene"]
    assert ("candidates" in added) == (added[-1] == "candidates") == has_lists
    further = added[2 : len(added) - has_lists]
    assert bool(further) == (game in WITH_LISTS_AND_MAPS)
    assert not {each.name for each in old.observed} & set(further)
    assert [each.name for each in new.acted[len(old.acted) :]] == (["picks"] if has_lists else [])
    assert bool(new.left_out) == has_lists
    assert old.schema_hash != new.schema_hash
    del new.observed[len(old.observed) :], new.acted[len(old.acted) :], new.left_out[:]
    new.schema_hash = old.schema_hash
    assert new == old


@pytest.mark.parametrize("game", candidates.GAMES)
def test_columns_of_candidates_say_what_they_are(game: str) -> None:
    """Dtype, shape, bounds, and how long a list may be."""
    told = _described(game, derived=True)
    listed, picks = told.observed[-1], told.acted[-1]
    assert (listed.dtype, list(listed.shape)) == ("int32", [5])
    assert listed.ragged
    assert (picks.dtype, picks.low, picks.ragged) == ("int16", -1, False)
    (slots,) = picks.shape
    assert listed.most == slots * (picks.high + 1)
    assert listed.meaning
    assert picks.meaning


def test_a_step_takes_picks_or_messages() -> None:
    """The first of a list ends the turn, as its message does."""
    one, other = StreamBatches(SimulationLimits()), StreamBatches(SimulationLimits())
    acted = {each.name: each for each in _described(GAME, derived=True).acted}
    answers = [_ask(each, open=_open(["digest", "candidates"])) for each in (one, other)]
    assert answers[0] == answers[1]
    digest, listed = answers[0].observed.observed
    offsets = np.frombuffer(listed.offsets, "<i8")
    assert len(listed.data) == 4 * 5 * offsets[-1]
    seats = (len(offsets) - 1) // 3
    from gamereferee.games.dungeon_keeper.v1 import dungeon_keeper_pb2 as keeper

    end = keeper.Action(end_turn=True).SerializeToString()
    sent = [end if count else b"" for count in np.diff(offsets)]
    ends = np.concatenate([[0], np.cumsum([len(each) for each in sent])]).astype("<i8")
    picks = wire.ColumnData(id=acted["picks"].id, data=bytes(2 * 3 * seats))
    messages = wire.ColumnData(id=acted["message"].id, data=b"".join(sent), offsets=ends.tobytes())
    told = [
        _ask(each, step=wire.StepBatch(actions=[action])).stepped
        for each, action in ((one, picks), (other, messages))
    ]
    assert told[0] == told[1]
    assert told[0].observed[0].data != digest.data


def _refused(told: wire.RolloutResponse) -> str:
    assert told.WhichOneof("response") == "refused", told
    assert told.refused.reason == error_pb2.ERROR_REASON_BAD_FIELD
    return told.refused.text


def test_lists_are_bounded_where_a_batch_is_opened() -> None:
    """By what they may come to at most; the columns of one that did not ask for them are not there."""
    batches = StreamBatches(SimulationLimits(response_bytes=10_000))
    listed = _described(GAME, derived=True).observed[-1]
    seats = _described(GAME, derived=True).num_seats
    most = 8 * (3 * seats + 1) + 3 * seats * listed.most * 4 * 5
    text = f"observe must be columns of at most 10000 bytes, not '{most} bytes'"
    assert _refused(_ask(batches, open=_open(["candidates"]))) == text
    last = len(_described(GAME, derived=False).observed) - 1
    text = f"observe must be from 0 to {last}, not {listed.id}"
    assert _refused(_ask(batches, open=_open(["candidates"], derived=False))) == text


@pytest.mark.parametrize("field", ["observe", "observe_final"])
def test_views_are_of_few_rows(field: str) -> None:
    """They are for people, and a batch of thousands would be more than a message takes."""
    batches = StreamBatches(SimulationLimits())
    view = next(c.id for c in _described(GAME, derived=True).observed if c.name == "view.scene")
    opening = _open([], num_rows=MOST_VIEWED + 1, **{field: [view]})
    text = "num_rows must be at most 64 where view.scene or view.text is observed, not 65"
    assert _refused(_ask(batches, open=opening)) == text
