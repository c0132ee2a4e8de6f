"""Stories of whole matches of Champions: English, and free of what is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.core.scene import Scene, spans_text
from referee.core.story import Story
from referee.core.view import Sight
from referee.games.champions import PLUGIN
from referee.games.champions.config import ChampionsConfig
from referee.games.champions.view.view import VIEW, ChampionsView
from referee.games.champions.view.words import names_of
from referee.replay.frames import Eyes
from referee.replay.reader import load
from referee.replay.recorded import Recording
from tests.games.champions.story_sights import end_by_rules
from tests.helpers.scene_pairs import check_scene_pairs
from tests.helpers.tiers import some
from tests.replay.recording import record_match

# Whole matches.


@pytest.mark.parametrize("num_seats", some([5, 2, 16], 1))
def test_every_story_is_in_order(num_seats: int, tmp_path: Path) -> None:
    """Of a whole match, for all eyes: English, short headlines, and ranks that agree with the values."""
    recorder = record_match(
        PLUGIN, tmp_path / "m.journal", num_seats=num_seats, fixed_seed=2, dice=11
    )
    recording = Recording(load(recorder.path))
    eyes = Eyes.of(num_seats)
    num_sentences = 0
    for frames in recording.frames(eyes):
        for one, frame in zip(eyes, frames, strict=True):
            scene = VIEW.scene(frame.sight)
            story = VIEW.story(frame.sight, scene, ())
            assert story == VIEW.story(frame.sight, scene, ())
            _check(story, frame.sight, scene)
            num_sentences += len(story.sentences)
            assert one.is_all or story.score is not None
            if frame.end is not None:
                assert re.fullmatch(r"[^\n]*[.]", VIEW.result(frame.sight, frame.end).reason)
        assert (
            len({spans_text(VIEW.story(f.sight, Scene("", ()), ()).headline)[:9] for f in frames})
            == 1
        )
    assert num_sentences > 50


def test_what_is_hidden_changes_no_story(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither rivals' healths, gear and bags, nor what lies in pools, nor the seed."""
    end = end_by_rules([1, 2, 3])

    def story_of(self: ChampionsView, sight: Sight) -> Any:
        return (
            self.story(sight, Scene("", ()), ()),
            self.result(sight, end),
            self.how_to(sight.config),
        )

    monkeypatch.setattr(ChampionsView, "scene", story_of)
    assert check_scene_pairs(PLUGIN, ChampionsConfig(max_rounds=6), num_seats=3, seed=4) > 20


def _check(story: Story, sight: Sight, scene: Scene) -> None:
    headline = spans_text(story.headline)
    assert len(headline) <= 80
    assert not headline.endswith(".")
    assert len(story.sentences) <= 10
    starts = tuple(span.text for span in names_of(tuple(sight.players)))
    for sentence in story.sentences:
        text = spans_text(sentence.line)
        assert text[0].isupper() or text.startswith(starts)
        assert text.endswith((".", "!", "?"))
        text = "".join("X" if span.ref else span.text for span in sentence.line)
        assert not re.search(r"  |\bone [a-z]+s\b|\b1 [a-z]+s\b|\.\.|\bno of\b", text), text
    assert story.lead == "" or story.lead in scene.series
    if story.score is not None and all(one.value is not None for one in story.score.seats):
        by_rank = sorted(story.score.seats, key=lambda one: one.rank)
        values = [one.value or 0 for one in by_rank]
        if sight.config.get("scoring") == "SCORING_ROYALE":
            assert values == sorted(values, reverse=True)
        assert by_rank[0].rank == 1
