"""Converts a story and a result to plain data, in the form that pages draw.

`arena/FORMAT.md` documents the form.
"""

from __future__ import annotations

from referee.core.plain import Plain
from referee.core.scene_plain import PlainObject, line_plain
from referee.core.story import Phase, Result, Score, SeatScore, Sentence, Stage, Story

__all__ = ["result_plain", "story_plain"]


def story_plain(story: Story) -> PlainObject:
    """Return a story as plain data (a JSON object); fields that are empty are left out."""
    plain: PlainObject = {}
    if story.headline:
        plain["headline"] = line_plain(story.headline)
    if story.sentences:
        plain["sentences"] = [_sentence(sentence) for sentence in story.sentences]
    if story.score is not None:
        plain["score"] = _score(story.score)
    if story.phases:
        plain["phases"] = [_phase(phase) for phase in story.phases]
    if story.lead:
        plain["lead"] = [story.lead, story.lead_text or story.lead]
    if story.stages:
        plain["stages"] = [_stage(stage) for stage in story.stages]
    if story.goal:
        plain["goal"] = line_plain(story.goal)
    return plain


def result_plain(result: Result) -> PlainObject:
    """Return a result as plain data (a JSON object).

    Fields that are empty are left out, except the list of winners.
    """
    plain: PlainObject = {
        "winners": list(result.winners),
        "headline": line_plain(result.headline),
    }
    if result.score:
        plain["score"] = result.score
    if result.reason:
        plain["reason"] = result.reason
    return plain


def _sentence(sentence: Sentence) -> Plain:
    line: Plain = line_plain(sentence.line)
    return {"line": line, "milestone": True} if sentence.is_milestone else {"line": line}


def _score(score: Score) -> PlainObject:
    plain: PlainObject = {"unit": score.unit, "seats": [_seat(seat) for seat in score.seats]}
    if score.gauge:
        plain["gauge"] = score.gauge
    if score.is_shared:
        plain["shared"] = True
    return plain


def _seat(seat: SeatScore) -> PlainObject:
    plain: PlainObject = {"value": seat.value}
    if seat.rank:
        plain["rank"] = seat.rank
    if seat.is_out:
        plain["out"] = True
    if seat.gauge is not None:
        plain["gauge"] = [seat.gauge.value, seat.gauge.most, seat.loss]
    if seat.facts:
        plain["facts"] = [[name, value] for name, value in seat.facts]
    if seat.pips:
        plain["pips"] = [[pip.value, pip.most] for pip in seat.pips]
    return plain


def _stage(stage: Stage) -> list[Plain]:
    told: list[Plain] = [stage.name, stage.text]
    return [*told, True] if stage.is_over else told


def _phase(phase: Phase) -> list[Plain]:
    return [phase.word, phase.number, phase.of]
