"""Checks of replies in a game's own form: where an answer is found, and what a correction shows.

The grammar of replies and the words of corrections are the same for all games
(`referee.games.replies`, `referee.games.rethink`); what can go wrong in one of them is its schema, its
example and its reasons.
"""

from __future__ import annotations

import collections
import functools
import json
from collections.abc import Callable, Iterator

from referee.core.game import AnyPlugin
from referee.core.rng import Stream
from referee.core.text_face import Answer, Objection
from referee.core.view import Fields
from referee.games.answers import action_bytes, answer_of
from referee.games.replies import fields_of
from referee.games.rethink import TAIL, Act, Ask, Category, Finish, Policy, Reply, Verdict, judge
from referee.testing.drawn_answers import draw_answer
from referee.testing.face_turns import FaceTurn, face_turns

__all__ = ["CHECKS", "LONGEST_REASON", "check_corrections", "check_replies"]

LONGEST_REASON = 500
"""Highest number of characters of the text of an objection, which is one line."""
_POLICY = Policy(attempts=10)
_TURNS = 8
"""Number of turns of a match whose replies are checked."""
_DRAWN = 20
"""Number of answers of a turn to which the face may object."""
_PROSE = "I think of this and that. " * 80
"""What a model writes before its answer, and must never read again as a whole."""


def check_replies(plugin: AnyPlugin) -> None:
    """Check that a legal answer is found where replies may have it, and is never made out of prose.

    It is the last JSON object that has no other fields than an answer has, and objects in fenced blocks
    come before others.
    """
    for turn, answer, legal in _turns(plugin):
        if turn.history.face.objection(turn.asked, legal) is not None:
            continue  # a matter of `check_objections`
        verdict = functools.partial(_verdict, turn, answer)
        where = f"turn {turn.asked.number} of seat {turn.asked.seat}"
        whole, example = json.dumps(legal), json.dumps(answer.example)
        replies = {
            "behind prose": f"{_PROSE}\n{whole}",
            "over several lines": f"{_PROSE}\n{json.dumps(legal, indent=2)}",
            "behind another answer": f"{example}\nNo, this is better: {whole}",
            "in a fenced block": f"{_PROSE}\n```json\n{whole}\n```\nFor instance not {example}.",
            "before an object with other fields": f'{whole}\n{{"no such field": 1}}',
        }
        for place, text in replies.items():
            found = verdict(Reply(text))
            assert isinstance(found, Act), f"{where}: no answer {place}: {found}"
            assert found.action == legal, f"{where}: another answer {place}: {found.action}"
        prose = verdict(Reply(f"{_PROSE} I play {_without_braces(whole)}."))
        assert not isinstance(prose, Act), f"{where}: an action out of prose: {prose}"


def check_corrections(plugin: AnyPlugin) -> None:
    """Check what a player reads when it is asked again: the form and the reason, never its whole reply.

    A wrong form is shown with the end of the reply, `TAIL` characters at most, a refused answer with
    the reason, and a reply that was cut off is asked for in fewer words.
    """
    stream = Stream(51)
    tried: collections.Counter[str] = collections.Counter()
    for turn, answer, _ in _turns(plugin):
        verdict = functools.partial(_verdict, turn, answer)
        where = f"turn {turn.asked.number} of seat {turn.asked.seat}"
        for text in (f'{_PROSE}{{"no such field": 1}}', _PROSE):
            _check_shown(verdict(Reply(text)), answer, where)
        cut = verdict(Reply(_PROSE, Finish.LENGTH))
        assert isinstance(cut, Ask), f"{where}: a reply that was cut off is played"
        assert cut.category is Category.TRUNCATED, (
            f"{where}: a reply that was cut off is {cut.category}"
        )
        assert "fewer words" in cut.text, f"{where}: nothing says that the reply was too long"
        assert cut.lengthen, f"{where}: the next reply may be no longer"
        for _ in range(_DRAWN):
            drawn = json.loads(json.dumps(draw_answer(answer.schema, stream)))
            objection = _objection(turn, plugin)(drawn)
            if objection is None or tried[objection.code] >= _TURNS:
                continue
            tried[objection.code] += 1
            refused = verdict(Reply(f"{_PROSE}{json.dumps(drawn)}"))
            assert isinstance(refused, Ask), f"{where}: {drawn} is played against {objection}"
            reason = objection.text
            assert "\n" not in reason, f"{where}: the reason has several lines: {reason!r}"
            assert len(reason) <= LONGEST_REASON, (
                f"{where}: the reason has {len(reason)} characters, at most {LONGEST_REASON}"
            )
            assert reason in refused.text, f"{where}: the correction lacks the reason {reason!r}"
            assert json.dumps(drawn, ensure_ascii=False)[: TAIL - 1] in refused.text, (
                f"{where}: the correction does not show the refused answer {drawn}"
            )
            assert _PROSE[:TAIL] not in refused.text, f"{where}: the correction shows the reply"


def _check_shown(verdict: Verdict, answer: Answer, where: str) -> None:
    """Check the correction of a reply without an answer."""
    assert isinstance(verdict, Ask), f"{where}: {verdict} without an answer"
    assert json.dumps(answer.example, ensure_ascii=False) in verdict.text, (
        f"{where}: the correction lacks the example"
    )
    assert _PROSE not in verdict.text, f"{where}: the correction shows the whole reply"
    assert verdict.text.count(_PROSE[:26]) <= TAIL // 26, f"{where}: more than the end is shown"


def _turns(plugin: AnyPlugin) -> Iterator[tuple[FaceTurn, Answer, Fields]]:
    """Yield turns with the form of an answer and a legal answer, as far as the schema has its fields."""
    codec, stream = plugin.codec, Stream(52)
    for number, turn in enumerate(face_turns(plugin)):
        if number >= _TURNS:
            return
        answer = turn.history.face.answer(turn.history.config)
        known = fields_of(answer)
        data = codec.encode_action(plugin.game.random_action(turn.state, turn.asked.seat, stream))
        legal = {name: each for name, each in answer_of(codec, data).items() if name in known}
        # An empty object is an answer in some games; a reply in prose has none, too.
        if legal:
            yield turn, answer, json.loads(json.dumps(legal))


def _verdict(turn: FaceTurn, answer: Answer, reply: Reply) -> Verdict:
    face = turn.history.face
    return judge(_POLICY, 1, 0, reply, answer, functools.partial(face.objection, turn.asked))


def _objection(turn: FaceTurn, plugin: AnyPlugin) -> Callable[[Fields], Objection | None]:
    def objection(action: Fields) -> Objection | None:
        action_bytes(plugin.codec, action)
        return turn.history.face.objection(turn.asked, action)

    return objection


def _without_braces(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


CHECKS = (check_replies, check_corrections)
"""Checks of this module that take a game's plug-in as their only argument."""
