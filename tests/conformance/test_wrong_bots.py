"""Each broken duty is found, and named by its number."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.conformance.runner import play_all
from referee.conformance.scenario import all_scenarios, choose
from referee.conformance.verdict import Report, Verdict
from referee.games import registry
from tests.conformance.faults import FAULTS
from tests.helpers.patience import patience
from tests.tournaments.processes_by_mark import MARK, marked_processes

WRONG_BOT = Path(__file__).parent / "wrong_bot.py"
COLUMNS_BOT = Path(__file__).parent / "columns_bot.py"

BROKEN = [
    ("a_stream_for_each_seat", "many-seats", 1),
    ("one_nonce_for_all", "many-seats", 2),
    ("short_nonce", "nonces-committed", 2),
    ("constant_nonce", "nonces-committed", 2),
    ("other_nonce", "nonces-committed", 2),
    ("never_opens", "nonces-committed", 2),
    ("new_nonce_each_time", "break-before-joined", 2),
    ("one_number_for_all", "many-seats", 2),
    ("tokens_in_order", "joined-in-reverse", 3),
    ("no_pong", "one-seat", 4),
    ("pong_of_another_number", "pings-alone", 4),
    ("pong_after_thinking", "ping-before-thinking", 4),
    ("hasty_ping", "silent-referee", 5),
    ("never_closes", "one-seat", 6),
    ("waits_for_ever", "goodbye-unanswered", 6),
    ("turns_before_joins", "all-in-one-message", 7),
    ("turns_before_ends", "end-with-turn", 7),
    ("answers_the_next_turn", "one-seat", 8),
    ("answers_with_an_observation", "one-seat", 8),
    ("answers_with_garbage", "one-seat", 8),
    ("never_answers", "one-seat", 8),
    ("answers_twice", "one-seat", 9),
    ("decides_again", "turn-again", 9),
    ("decides_again", "answer-lost", 9),
    ("answers_only_once", "turn-again", 9),
    ("chokes_on_unknown_fields", "unknown-fields", 11),
    ("chokes_on_unknown_enum_values", "unknown-enum-values", 11),
    ("chokes_on_empty_messages", "empty-messages", 11),
    ("plays_unknown_observations", "unknown-observation-type", 11),
    ("does_not_name_the_unknown", "unknown-observation-type", 11),
    ("small_messages", "large-observation", 12),
    ("no_delay", "breaks-in-a-row", 13),
    ("delays_do_not_grow", "breaks-in-a-row", 13),
    ("gives_up_at_once", "break-before-joined", 13),
    ("never_gives_up", "unavailable-for-good", 13),
    ("does_not_name_the_address", "no-referee", 13),
    ("tries_everything_again", "ends-with-resource-exhausted", 14),
    ("tries_everything_again", "tls-untrusted", 14),
    ("does_not_try_aborted_again", "statuses-tried-again", 14),
    ("joins_all_again", "match-ended-in-break", 15),
    ("fights_for_seats", "taken-over", 15),
    ("leaves_when_drained", "drain", 16),
    ("one_seat_stops_all", "bad-token", 17),
    ("logs_tokens", "bad-token", 17),
    ("plays_any_game", "wrong-game", 18),
    ("dies_of_a_rejection", "rejections", 20),
    ("nameless", "name", 22),
    ("no_flags", "flags", 22),
    ("all_of_stdin_first", "tokens-on-stdin", 22),
    ("long_names", "one-seat", 22),
    ("always_succeeds", "only-token-refused", 23),
    ("usage_is_an_error", "no-address", 23),
    ("deaf_to_signals", "sigterm", 23),
    ("chokes_on_chat", "said-in-turns", 24),
    ("says_at_the_next_turn", "said-in-turns", 24),
    ("numbers_messages_from_zero", "said-in-turns", 24),
    ("numbers_messages_by_turn", "said-in-turns", 24),
    ("says_latin_1", "said-in-turns", 24),
    ("says_all_again_after_a_break", "talk-over-break", 24),
    ("takes_messages_for_joins", "says-rejected", 25),
    ("joins_all_again", "out-early-of-two", 26),
    ("takes_early_ends_for_none", "out-early-alone", 26),
    ("takes_early_ends_for_whole_ones", "out-early-of-two", 26),
    ("one_seat_stops_all", "says-rejected", 25),
    ("keeps_its_handles", "small-turns-over-break", 27),
    ("answers_the_next_small_turn", "small-turns", 8),
    ("wants_a_reveal", "out-early", 26),
    ("wants_a_reveal", "out-early-alone", 26),
    ("leaves_refused_turns_open", "answer-refused", 29),
    ("leaves_refused_turns_open", "answer-refused-twice", 29),
    ("answers_refusals_twice", "answer-refused", 29),
    ("answers_refusals_without_end", "answer-refused-twice", 29),
    ("skips_for_every_refusal", "stale-refusal", 29),
    ("answers_refusals_without_end", "stale-refusal", 29),
    ("answers_missed_turns", "turn-overtaken", 30),
    ("joins_tokens_twice", "token-twice", 31),
    ("joins_tokens_twice", "token-twice-on-stdin", 31),
    ("chokes_on_open_places", "out-round", 26),
    ("no_help", "help", 22),
    ("uses_any_proxy", "proxy", 33),
    ("asks_for_workers_and_stays", "worker", 34),
    ("asks_for_workers_and_stays", "worker-of-one-seat", 34),
    ("joins_at_workers_at_once", "worker-silent", 34),
    ("joins_at_workers_unanswered", "worker-later", 34),
    ("keeps_lost_workers", "worker-lost", 34),
    ("fights_with_itself", "worker", 34),
    ("follows_whatever_is_said", "stay", 34),
    ("always_in_short", "plain-turns", 27),
    ("gives_up_at_once", "closed-in-handshake", 14),
    ("gives_up_at_once", "tls-closed-in-handshake", 14),
    ("tries_everything_again", "tls-wrong-name", 14),
    ("answers_the_next_turn_in_columns", "lanes", 8),
    ("answers_columns_twice", "lanes", 9),
    ("counts_rows_from_zero", "lanes", 35),
    ("sends_wide_values", "lanes", 35),
    ("keeps_its_lanes", "lanes-over-break", 35),
    ("counts_its_lanes", "lanes", 35),
    ("asks_for_unknown_columns", "lanes", 35),
    ("sleeps", "one-seat", 1),
    ("crashes", "one-seat", 1),
    ("floods", "one-seat", 1),
]
"""Fault, scenario, and the duty that is found to be broken."""

QUICK = [
    ("short_nonce", "nonces-committed", 2),
    ("answers_with_garbage", "one-seat", 8),
    ("answers_twice", "one-seat", 9),
    ("tries_everything_again", "ends-with-resource-exhausted", 14),
    ("counts_rows_from_zero", "lanes", 35),
    ("crashes", "one-seat", 1),
]
"""Those that `make test` plays too."""

UNWISE = [
    ("no_nonce", "one-seat", 2),
    ("numbers_no_joins", "many-seats", 2),
    ("one_answer_a_message", "batch", 8),
    ("own_code_fails", "one-seat", 19),
    ("logs_nothing", "rejections", 20),
    ("logs_nothing", "missed-deadline", 20),
    ("logs_nothing", "unfair-reveal", 21),
    ("logs_nothing", "changed-nonce", 21),
    ("logs_nothing", "reveal-withheld", 21),
    ("logs_nothing", "says-rejected", 20),
    ("takes_no_reveal_for_unfair", "out-early-alone", 26),
    ("writes_to_stdout", "one-seat", 22),
    ("logs_in_another_form", "one-seat", 22),
    ("answers_refusals_without_end", "answer-refused", 29),
    ("does_not_count_its_failures", "answer-refused", 19),
    ("joins_tokens_once_unheard", "token-twice", 31),
    ("leaves_a_child", "one-seat", 23),
]
"""The same for what is allowed, but unwise."""

HARMLESS = {"numbers_from_zero"}
"""What was a fault once, and breaks no duty."""

LANES = {entry.name for entry in all_scenarios() if 35 in entry.duties}
"""Scenarios of turns in columns, which most bots don't take."""

UNSEEN = {10, 28, 32}
"""Duties of which nothing can be seen from outside."""


def play(fault: str, scenario: str, is_right: Callable[[Report], bool]) -> Report:
    """What the kit says of the bot with a fault.

    Many faults are that something never comes, so the kit has little patience at first. A busy machine
    may be slower than that, and a thing that comes late is no other fault: what the kit says counts
    only when it is as it should be, or with the patience that is far off.
    """
    plugin = registry.find("diceman")
    bot = COLUMNS_BOT if scenario in LANES else WRONG_BOT
    command = [sys.executable, str(bot), fault]
    chosen = choose([scenario], slow=True)
    for timeout_s in (2.0, 8.0, 30.0, patience(60)):
        ((report,), _) = play_all(chosen, plugin, command, env=os.environ, timeout_s=timeout_s)
        if is_right(report):
            break
    return report


@pytest.mark.parametrize(
    ("fault", "scenario", "duty"),
    [pytest.param(*case, marks=() if case in QUICK else pytest.mark.nightly) for case in BROKEN],
)
def test_broken_duty_is_named(fault: str, scenario: str, duty: int) -> None:
    """One thing is wrong with the bot; the scenario fails by exactly that duty."""
    found = (Verdict.FAILED, duty)
    report = play(fault, scenario, lambda report: (report.verdict, report.duty) == found)
    assert (report.verdict, report.duty) == found, report
    assert report.expected
    assert report.seen
    if fault != "crashes":  # of a mistake in the fault itself
        assert not any(str(WRONG_BOT.parent) in line for line in report.stderr), report


@pytest.mark.parametrize("scenario", ["one-seat", "many-seats", "joined-in-reverse", "bad-token"])
def test_join_numbers_may_begin_with_zero(scenario: str) -> None:
    """The protocol takes any number; a bot that counts from 0 keeps its duties, without advice."""
    report = play("numbers_from_zero", scenario, lambda report: report.verdict is Verdict.PASSED)
    assert report.verdict is Verdict.PASSED, report
    assert report.advice == ()


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "scenario", "duty"), UNWISE)
def test_advice_is_given(fault: str, scenario: str, duty: int) -> None:
    """The scenario passes, with a warning about that duty."""

    def is_right(report: Report) -> bool:
        told = [advice.duty for advice in report.advice]
        return report.verdict is Verdict.PASSED and told == [duty]

    report = play(fault, scenario, is_right)
    assert is_right(report), report


def test_every_duty_has_a_wrong_bot() -> None:
    """Except for what can't be seen; and each duty of a scenario is one of the contract."""
    covered = {duty for _, _, duty in [*BROKEN, *UNWISE]}
    assert covered | UNSEEN == set(range(1, 36))
    assert {duty for entry in all_scenarios() for duty in entry.duties} <= covered
    assert {fault for fault, _, _ in [*BROKEN, *UNWISE]} | HARMLESS == set(FAULTS)


def test_no_child_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot has started is ended with it, even in another session."""
    mark = f"no-child-{os.getpid()}"
    monkeypatch.setenv(MARK, mark)
    play("leaves_a_child", "one-seat", lambda report: report.verdict is Verdict.PASSED)
    assert marked_processes(mark) == set()
