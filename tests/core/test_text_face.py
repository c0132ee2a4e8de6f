"""What a text face is built of: names in quotes, forms of answers, rules out of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.errors import FieldError
from referee.core.json_shape import check_shape
from referee.core.rulebook_text import player_rules, without_lost_references
from referee.core.text_face import quoted, seat_labels


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ada", '"ada"'),
        ('a"b', '"a\\"b"'),
        ("a\nb\x1b[31m\u202e", '"a?b?[31m?"'),
        ("{0}%s", '"{0}%s"'),
        ("n" * 41, f'"{"n" * 39}…"'),
        ("n" * 40, f'"{"n" * 40}"'),
    ],
)
def test_a_name_is_one_short_printable_line_in_quotes(name: str, shown: str) -> None:
    """Whatever a stranger has chosen."""
    assert shown == quoted(name)


def test_only_the_asked_seat_is_called_you() -> None:
    """By its index."""
    assert seat_labels(3, 1) == ("seat 0", "seat 1 (you)", "seat 2")


SCHEMA: Mapping[str, Any] = {
    "$ref": "#/$defs/Action",
    "$defs": {
        "Action": {
            "type": "object",
            "properties": {
                "go": {"$ref": "#/$defs/Go"},
                "stay": {"type": "boolean"},
                "note": {"type": "string"},
            },
            "x-one-of": [["go", "stay"]],
        },
        "Go": {
            "type": "object",
            "properties": {
                "to": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 0, "maximum": 9},
                    "minItems": 1,
                    "maxItems": 2,
                },
                "by": {"enum": ["BOAT", "CART"]},
            },
            "required": ["by"],
        },
    },
}


@pytest.mark.parametrize(
    "value", [{"stay": True}, {"go": {"by": "BOAT", "to": [0, 9]}}, {"stay": False, "note": ""}]
)
def test_a_value_of_the_form_passes(value: object) -> None:
    """Without an error and without a result."""
    assert check_shape(SCHEMA, value, "action") is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "action must be an object, not None"),
        ([], "action must be an object, not []"),
        ({}, "action must be an object with exactly one of go, stay, not []"),
        ({"go": {"by": "CART"}, "stay": True}, "exactly one of go, stay, not ['go', 'stay']"),
        ({"fly": 1}, "action must be an object with fields of go, stay, note, not {'fly': 1}"),
        ({"stay": 1}, "action.stay must be true or false, not 1"),
        ({"stay": True, "note": 3}, "action.note must be a text, not 3"),
        ({"go": {}}, "action.go.by must be given, not None"),
        ({"go": {"by": "cart"}}, "action.go.by must be one of BOAT, CART, not 'cart'"),
        ({"go": {"by": "CART", "to": 3}}, "action.go.to must be a list, not 3"),
        ({"go": {"by": "CART", "to": []}}, "action.go.to must be a list of 1 to 2, not 0"),
        ({"go": {"by": "CART", "to": [1, 1, 1]}}, "action.go.to must be a list of 1 to 2, not 3"),
        ({"go": {"by": "CART", "to": [1, 10]}}, "to.1 must be a whole number from 0 to 9, not 10"),
        ({"go": {"by": "CART", "to": [True]}}, "to.0 must be a whole number from 0 to 9, not True"),
        ({"go": {"by": "CART", "to": [1.0]}}, "to.0 must be a whole number from 0 to 9, not 1.0"),
        ({"go": {"by": "CART", "to": ["1"]}}, "to.0 must be a whole number from 0 to 9, not '1'"),
    ],
)
def test_a_wrong_field_is_named_with_its_bound_and_value(value: object, message: str) -> None:
    """The first of them."""
    with pytest.raises(FieldError) as raised:
        check_shape(SCHEMA, value, "action")
    assert message in str(raised.value)


USUAL = """# Game: rulebook

Marks: `[S]` stated.

## 1. Summary

- **G-1.1** [S] A duel.

## 2. Setup [R]

### 2.1 Dice

Streams.

### 2.2 Board

```
## 8. A map line
```

## 3. State
## 4. Decisions
## 5. Resolution
## 6. Visibility
## 7. End

The end. [R]

## 8. Worked examples

Example.

## 9. Baseline bots

Strategy.

## 10. Open questions
"""


def test_a_rulebook_in_the_usual_order_gives_sections_1_to_7() -> None:
    """Without marks, preface, examples, bots and questions; a drawn map is no heading."""
    rules = player_rules(USUAL)
    assert rules.startswith("## 1. Summary\n\n- **G-1.1** A duel.")
    assert rules.endswith("## 7. End\n\nThe end.")
    assert "## 2. Setup\n" in rules
    assert "## 8. A map line" in rules
    assert "Streams." in rules


def test_further_headings_are_left_out_with_what_is_below() -> None:
    """And one that is not there is a mistake of the caller."""
    rules = player_rules(USUAL, ["2.1 Dice"])
    assert "Streams." not in rules
    assert "2.2 Board" in rules
    with pytest.raises(ValueError, match=r"no heading or rule 2\.9 Nothing"):
        player_rules(USUAL, ["2.9 Nothing"])


def test_rules_are_left_out_by_number_up_to_the_next_rule_or_heading() -> None:
    """With tables and paragraphs that belong to them, whether the rules are in a list or not."""
    rulebook = (
        "# Go\n\n## Rules\n\n- **G-1.1** One.\n- **G-1.2** Two.\n  More of two.\n\n  | a |\n\n"
        "**G-1.10** Ten.\n\n### End\n\n**G-1.2a** Last.\n"
    )
    assert player_rules(rulebook, ["G-1.2"]) == (
        "# Go\n\n## Rules\n\n- **G-1.1** One.\n**G-1.10** Ten.\n\n### End\n\n**G-1.2a** Last."
    )
    with pytest.raises(ValueError, match=r"no heading or rule G-1\.3"):
        player_rules(rulebook, ["G-1.3"])


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("**G-1** [S] It ends.", "**G-1** It ends."),
        ("**G-1** [S/R] It ends. ([R]: why.)", "**G-1** It ends. (why.)"),
        ("It ends [R: it must, [S] says, and\nsoon]. So [S for all].", "It ends. So."),
        ("Steps **[S]** cost. **[R: they must]** All do.", "Steps cost. All do."),
        ("Ways [R0, R1] and [Rest] stay.", "Ways [R0, R1] and [Rest] stay."),
        ("Breath [S]: 1 AP ([R]).", "Breath: 1 AP."),
        ("It ends.\n\n*[R reasons: why]*\n\nSo.", "It ends.\n\n\n\nSo."),
        ("Sizes ([S]: 4, 3. [R]: 1 too.)", "Sizes (4, 3. 1 too.)"),
        ("Blades ([R] it says so).", "Blades (it says so)."),
        ("An own one\n[R: not the Altar]. All.", "An own one. All."),
    ],
)
def test_marks_of_sources_are_left_out_with_their_reasons(marked: str, shown: str) -> None:
    """They are about how the rulebook was made."""
    assert player_rules(f"# Go\n\n{marked}") == f"# Go\n\n{shown}"


def test_references_to_rules_that_are_left_out_are_left_out_too() -> None:
    """Where they stand in parentheses; in a list of several, one that is there keeps the others."""
    text = "**G-1.1** Roll (G-2.5). Move (G-1.1); see G-2.5. End (G-2.5, G-2.6) or draw (G-1.1, G-2.5)."
    shown = "**G-1.1** Roll. Move (G-1.1); see G-2.5. End or draw (G-1.1, G-2.5)."
    assert without_lost_references(text) == shown


def test_any_other_rulebook_is_taken_whole_but_for_bots_and_marked_parts() -> None:
    """A short one has no numbered sections."""
    rulebook = (
        "# Nim\n\nTake sticks.\n\n## House bots\n\nTake one.\n\n## The end\n\nLast wins.\n"
        "<!-- not for players -->\nSecret.\n<!-- for players -->\nPoints: 1.\n"
    )
    assert player_rules(rulebook) == (
        "# Nim\n\nTake sticks.\n\n## The end\n\nLast wins.\nPoints: 1."
    )
