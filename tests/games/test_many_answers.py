"""Ten thousand answers of each game against its text face: the contract draws a few in each turn."""

from __future__ import annotations

from referee.core.game import AnyPlugin
from referee.testing.contract.answers import check_objections, check_random_answers

DRAWS = 250
"""Answers in each of the 40 turns that are checked."""


def test_no_legal_answer_of_many_meets_an_objection(plugin: AnyPlugin) -> None:
    """10,000 of each game; and what other turns' answers are objected to, the rules refuse."""
    check_objections(plugin, DRAWS)


def test_the_rules_play_or_refuse_whatever_has_the_form(plugin: AnyPlugin) -> None:
    """10,000 answers of each game, drawn from its schema."""
    check_random_answers(plugin, DRAWS)
