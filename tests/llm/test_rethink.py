"""What follows from a reply: an action, a further request, or a turn given up."""

from __future__ import annotations

import pytest

from referee.core.errors import FieldError
from referee.core.text_face import Answer, Objection
from referee.core.view import Fields
from referee.games.rethink import (
    Act,
    Again,
    Ask,
    Category,
    Finish,
    Policy,
    Reply,
    Skip,
    Verdict,
    judge,
)

ANSWER = Answer(
    {
        "type": "object",
        "properties": {
            "dice": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 3}}
        },
        "required": ["dice"],
    },
    {"dice": [0, 1]},
)


def refuse_twins(action: Fields) -> Objection | None:
    """Object to two equal dice."""
    first, second = action["dice"]
    return Objection("dice", "TWINS", "The dice must differ.") if first == second else None


def judged(
    reply: Reply, policy: Policy | None = None, *, attempt: int = 1, failures: int = 0
) -> Verdict:
    """Return the verdict on a reply to a turn in which two different dice are picked."""
    return judge(policy or Policy(), attempt, failures, reply, ANSWER, refuse_twins)


def test_a_legal_answer_is_played() -> None:
    """The action is the object of the reply."""
    assert judged(Reply('Magic.\n{"dice": [0, 3]}')) == Act({"dice": [0, 3]})


@pytest.mark.parametrize(
    ("reply", "category", "said"),
    [
        (Reply(""), Category.EMPTY, "was empty"),
        (Reply(" \n", reasoning=900), Category.EMPTY, "was empty"),
        (Reply('{"dice": [0', Finish.LENGTH), Category.TRUNCATED, "cut off"),
        (Reply('{"dice": [0, 1]}', Finish.LENGTH), Category.TRUNCATED, "cut off"),
        (Reply("Magic and shield."), Category.UNPARSABLE, "no JSON object"),
        (Reply('{"die": 1}'), Category.FORM, "fields of dice"),
        (Reply('{"dice": [0, 9]}'), Category.FORM, "from 0 to 3, not 9"),
        (Reply('{"dice": [1, 1]}'), Category.ILLEGAL, "The dice must differ."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_anything_else_is_asked_again_with_the_reason(
    reply: Reply, category: Category, said: str
) -> None:
    """The correction names the reason, and shows the form again."""
    verdict = judged(reply)
    assert isinstance(verdict, Ask)
    assert verdict.category is category
    assert said in verdict.text
    assert '{"dice": [0, 1]}' in verdict.text  # the example
    assert verdict.lengthen == (category is Category.TRUNCATED)


def test_a_refusal_repeats_the_request_as_it_was() -> None:
    """There is nothing in it that a correction could name."""
    assert judged(Reply("I can't.", Finish.REFUSED)) == Ask(Category.REFUSED, "")


def test_the_last_attempt_gives_the_turn_up() -> None:
    """As many replies are judged as the policy says."""
    for attempt, policy in ((2, Policy()), (1, Policy(attempts=1)), (5, Policy(attempts=5))):
        verdict = judged(Reply("hm"), policy, attempt=attempt)
        assert isinstance(verdict, Skip)
        assert verdict.category is Category.UNPARSABLE
    assert isinstance(judged(Reply("hm"), Policy(attempts=5), attempt=4), Ask)


def test_failures_are_no_attempts_and_wait_longer_each_time() -> None:
    """The wait doubles, up to as many retries as the policy says."""
    failed = Reply("", Finish.FAILED, "status 503: busy")
    waits = [judged(failed, attempt=2, failures=failures) for failures in range(4)]
    assert waits == [Again(Category.TRANSPORT, wait_s) for wait_s in (1.0, 2.0, 4.0, 8.0)]
    assert judged(failed, failures=4) == Skip(Category.TRANSPORT, "status 503: busy")


@pytest.mark.parametrize(("asked", "waited"), [(0.0, 0.0), (7.5, 7.5), (3600.0, 60.0), (-1.0, 0.0)])
def test_an_endpoint_that_names_a_time_is_asked_then(asked: float, waited: float) -> None:
    """Within a minute at most."""
    failed = Reply("", Finish.FAILED, "status 429: slow down", wait_s=asked)
    assert judged(failed) == Again(Category.TRANSPORT, waited)


def test_a_failure_that_lasts_is_not_tried_again() -> None:
    """A wrong key does not become right."""
    failed = Reply("", Finish.FAILED, "status 401: wrong key", is_lasting=True)
    assert judged(failed) == Skip(Category.TRANSPORT, "status 401: wrong key")


def test_a_correction_shows_the_refused_answer_and_never_the_whole_reply() -> None:
    """A model that reads all it has thought is confused by it."""
    thought = "secret plan " * 200
    verdict = judged(Reply(f'{thought}{{"dice": [2, 2]}}'))
    assert isinstance(verdict, Ask)
    assert '{"dice": [2, 2]}' in verdict.text
    assert "secret plan" not in verdict.text
    verdict = judged(Reply(f"{thought}and so on"))
    assert isinstance(verdict, Ask)
    assert verdict.text.count("secret plan") < 500 / len("secret plan") < 200


def test_without_echo_a_correction_shows_nothing_of_the_reply() -> None:
    """As the switch of the policy says."""
    for text in ('plan {"dice": [2, 2]}', "plan", 'plan {"dice": 7}'):
        verdict = judged(Reply(text), Policy(echo=False))
        assert isinstance(verdict, Ask)
        assert "plan" not in verdict.text
        assert "[2, 2]" not in verdict.text


@pytest.mark.parametrize(
    ("field", "value", "bound"),
    [
        ("attempts", 0, "from 1 to 10"),
        ("attempts", 11, "from 1 to 10"),
        ("retries", -1, "from 0 to 20"),
        ("window", -1, "from 0 to 1000000"),
        ("max_tokens", -5, "from 0 to 10000000"),
    ],
)
def test_a_policy_out_of_bounds_names_its_field(field: str, value: int, bound: str) -> None:
    """The bound and the value are in the error."""
    with pytest.raises(FieldError) as raised:
        Policy(**{field: value})  # type: ignore[arg-type]
    assert str(raised.value) == f"{field} must be {bound}, not {value}"
