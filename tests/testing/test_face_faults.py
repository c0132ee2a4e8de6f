"""The contract finds what authors of text faces get wrong, and says what."""

from __future__ import annotations

import pytest

from referee.testing.contract import answers, faces
from tests.testing.faces import FACE_FAULTS, FaceFault

_CHECKS = {check.__name__: check for check in (*faces.CHECKS, *answers.CHECKS)}


@pytest.mark.parametrize(
    "fault", FACE_FAULTS, ids=lambda fault: f"{fault.face.__name__}-{fault.check}"
)
def test_a_fault_of_a_face_is_found(fault: FaceFault) -> None:
    """By the check that is about it, in a sentence."""
    with pytest.raises(Exception, match=fault.sentence):
        _CHECKS[fault.check](fault.plugin)


def test_each_check_has_a_fault() -> None:
    """A check that nothing fails would say nothing."""
    assert {fault.check for fault in FACE_FAULTS} == set(_CHECKS)
