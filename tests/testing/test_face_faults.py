"""The contract finds what authors of text faces get wrong, and says what."""

from __future__ import annotations

from typing import Any

import pytest

from referee.testing.contract import answers, faces, replies, seats
from tests.testing.faces import AT_ONCE, FACE_FAULTS, ONE_FORM, FaceFault

_ALL = (*faces.CHECKS, *answers.CHECKS, *replies.CHECKS, *seats.CHECKS)
_CHECKS = {check.__name__: check for check in _ALL}


@pytest.mark.parametrize(
    "fault", FACE_FAULTS, ids=lambda fault: f"{fault.face.__name__}-{fault.check}"
)
def test_a_fault_of_a_face_is_found(fault: FaceFault) -> None:
    """By the check that is about it, in a sentence."""
    with pytest.raises(Exception, match=fault.sentence):
        _CHECKS[fault.check](fault.plugin)


@pytest.mark.parametrize("check", answers.CHECKS, ids=lambda check: check.__name__)
def test_a_face_made_for_a_game_that_lists_one_of_equal_forms_objects_to_none(check: Any) -> None:
    """It can't know from the list what the rules refuse."""
    assert not ONE_FORM.game.lists_all_forms
    check(ONE_FORM)


@pytest.mark.parametrize("check", _ALL, ids=lambda check: check.__name__)
def test_a_face_made_for_a_game_of_equal_seats_has_no_fault(check: Any) -> None:
    """Its texts differ by an exchange of seats alone."""
    assert AT_ONCE.game.has_equal_seats
    check(AT_ONCE)


def test_each_check_has_a_fault() -> None:
    """A check that nothing fails would say nothing."""
    assert {fault.check for fault in FACE_FAULTS} == set(_CHECKS)
