"""Everything that can be wrong with a bot, one function a fault: `FAULTS` has them by name."""

from __future__ import annotations

from tests.conformance.faults import answers, columns, joins, processes, reading, streams, talk
from tests.conformance.faults.changing import FAULTS

__all__ = ["FAULTS", "answers", "columns", "joins", "processes", "reading", "streams", "talk"]
