"""What counts as a program's files: those of its sandbox, once that has a root of its own."""

from __future__ import annotations

import os

from tournaments.spec.limits import SCRATCH_PLACES, files_in_scratch


def test_files_of_this_machine_are_no_program_s() -> None:
    """A sandbox that is being set up still sees them, and was ended for having too many."""
    there = [os.statvfs(place) for place in SCRATCH_PLACES if os.path.exists(place)]
    assert any(each.f_files - each.f_ffree for each in there)
    assert files_in_scratch(os.getpid()) == 0
