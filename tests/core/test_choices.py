"""Answers of a person become an action, and what is no answer is refused by its name and bound."""

from __future__ import annotations

import pytest

from referee.core.choices import (
    Choices,
    Number,
    Numbers,
    Option,
    Pick,
    Spots,
    Step,
    Text,
    Walk,
    When,
    composed,
)
from referee.core.errors import FieldError

CHOICES = Choices(
    "all kinds",
    (
        Pick(
            id="kind",
            title="",
            options=(Option("rest", {"rest": {}}), Option("work", {"work": {"hours": 8}})),
            start=(0,),
        ),
        Numbers(
            id="shares",
            title="",
            numbers=(Number("left", "left", 0, 9, 1), Number("right", "right", 0, 9)),
            into=("work",),
            most=10,
            stock="gold",
            when=When("kind", (1,)),
        ),
        Pick(
            id="orders",
            title="",
            options=(
                Option("one", {"n": 1}, keys=("unit",), costs={"gold": 6}),
                Option("two steps", [{"n": 2}, {"n": 3}], keys=("unit",)),
                Option("again", {"n": 4}),
                Option("nothing", None),
            ),
            into=("orders",),
            is_list=True,
            least=0,
            most=3,
        ),
        Walk("way", "", (Step("up", "U", rows=-1), Step("down", "D", rows=1)), ("way",), "3,3", 2),
        Spots("marks", "", (Option("A", {"symbol": "A"}),), ("marks",), 4, 5, ("y", "x"), 1),
        Text("note", "", ("note",)),
        Text("raw", "", ("list", 5, "raw"), is_json=True),
        Pick("first", "", (Option("f", 1),), ("list", 2, "pick"), start=(0,)),
    ),
    {"end": True},
    {"gold": 8},
)


def test_what_is_not_answered_is_as_it_is_at_first() -> None:
    """An empty answer is the form as it was opened."""
    assert composed(CHOICES, {}) == {
        "end": True,
        "rest": {},
        "note": "",
        "list": [{"pick": 1}],
    }


def test_each_answer_goes_where_it_belongs() -> None:
    """Objects are merged, lists grow in the order of picking, and gaps of a list close."""
    answers = {
        "kind": [1],
        "shares": [2, 3],
        "orders": [1, 3, 2],
        "way": [0, 1],
        "marks": [[0, 3, 4]],
        "note": "so",
        "raw": "[1]",
    }
    assert composed(CHOICES, answers) == {
        "end": True,
        "work": {"hours": 8, "left": 2, "right": 3},
        "orders": [{"n": 2}, {"n": 3}, {"n": 4}],
        "way": ["U", "D"],
        "marks": [{"symbol": "A", "y": 3, "x": 4}],
        "note": "so",
        "list": [{"pick": 1}, {"raw": [1]}],
    }


def test_a_question_that_is_not_open_is_not_looked_at() -> None:
    """What was answered before the kind was changed does no harm."""
    assert "work" not in composed(CHOICES, {"kind": [0], "shares": [99, 99]})


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"what": []}, "answers"),
        ({"kind": []}, "kind"),
        ({"kind": [2]}, "kind"),
        ({"kind": [True]}, "kind"),
        ({"kind": "rest"}, "kind"),
        ({"kind": [1], "shares": [1]}, "shares"),
        ({"kind": [1], "shares": [10, 0]}, "shares.left"),
        ({"kind": [1], "shares": [5, 6]}, "shares"),
        ({"kind": [1], "shares": [9, 0]}, "gold"),
        ({"kind": [1], "shares": [3, 0], "orders": [0]}, "gold"),
        ({"orders": [0, 1]}, "orders"),
        ({"orders": [2, 2, 2, 2]}, "orders"),
        ({"way": [0, 0, 0]}, "way"),
        ({"marks": [[0, 4, 0]]}, "marks.row"),
        ({"marks": [[0, 0]]}, "marks"),
        ({"marks": [[0, 0, 0], [0, 0, 0]]}, "marks"),
        ({"note": 1}, "note"),
        ({"raw": "{"}, "raw"),
    ],
)
def test_what_is_no_answer_is_refused(answers: dict[str, object], field: str) -> None:
    """The error names what was asked."""
    with pytest.raises(FieldError) as caught:
        composed(CHOICES, answers)
    assert caught.value.field == field
