"""Faults of answers in columns, on lanes (duties 8, 9 and 35); `columns_bot.py` is the bot that has them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gamereferee.v1 import play_service_pb2 as wire
from tests.conformance.faults.changing import fault, on_request, on_response


def on_answers(change: Callable[[wire.LaneAnswers], None]) -> None:
    """Change all answers in columns."""

    def change_all(request: wire.PlayRequest) -> None:
        for answers in request.lane_answers:
            change(answers)

    on_request(change_all)


@fault
def answers_the_next_turn_in_columns() -> None:
    """Duty 8."""

    def change(answers: wire.LaneAnswers) -> None:
        answers.turns = (np.frombuffer(answers.turns, "<i4") + 1).tobytes()

    on_answers(change)


@fault
def answers_columns_twice() -> None:
    """Duty 9."""

    def change(request: wire.PlayRequest) -> None:
        request.lane_answers.extend([*request.lane_answers])

    on_request(change)


@fault
def counts_rows_from_zero() -> None:
    """Duty 35."""

    def change(answers: wire.LaneAnswers) -> None:
        answers.rows = (np.frombuffer(answers.rows, "<i4") - 5).tobytes()

    on_answers(change)


@fault
def sends_wide_values() -> None:
    """Duty 35."""

    def change(answers: wire.LaneAnswers) -> None:
        answers.values.data = np.frombuffer(answers.values.data, "<i1").astype("<i4").tobytes()

    on_answers(change)


@fault
def keeps_its_lanes() -> None:
    """Duty 35: a lane that was opened on an earlier stream is answered on the next one."""
    most = 0

    def see(response: wire.PlayResponse) -> None:
        nonlocal most
        most = max([most, *(opened.lane for opened in response.lanes)])

    def change(answers: wire.LaneAnswers) -> None:
        answers.lane = most

    on_response(see)
    on_answers(change)


@fault
def counts_its_lanes() -> None:
    """Duty 35: a lane is answered by its place among those that were opened, not by its number."""
    numbers: list[int] = []

    def see(response: wire.PlayResponse) -> None:
        numbers.extend(opened.lane for opened in response.lanes)

    def change(answers: wire.LaneAnswers) -> None:
        answers.lane = numbers.index(answers.lane)

    on_response(see)
    on_answers(change)


@fault
def asks_for_unknown_columns() -> None:
    """Duty 35."""

    def change(request: wire.PlayRequest) -> None:
        for join in request.joins:
            join.lane_columns.append("table.weather")

    on_request(change)
