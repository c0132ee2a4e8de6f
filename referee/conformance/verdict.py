"""Result of one scenario: a duty that was broken, or none."""

from __future__ import annotations

import dataclasses
import enum

from referee.core.portable import PortableError

__all__ = ["Advice", "Broken", "NotApplicable", "Report", "Verdict"]


class Verdict(enum.Enum):
    """What a scenario says of the bot."""

    PASSED = "passed"
    """It kept its duties."""
    FAILED = "failed"
    """It broke one."""
    SKIPPED = "skipped"
    """The scenario says nothing about this game or machine."""


class Broken(PortableError):  # noqa: N818 - it is a finding about the bot, not an error of the program
    """The bot broke a duty.

    Args:
        duty: Its number in the contract.
        expected: What the rule asks for, as a sentence without its end.
        seen: What was there instead.
    """

    def __init__(self, duty: int, expected: str, seen: str) -> None:
        super().__init__(f"duty {duty}: expected {expected}; saw {seen}")
        self.duty = duty
        self.expected = expected
        self.seen = seen


class NotApplicable(PortableError):  # noqa: N818 - nobody's error
    """The scenario can't be played here; the text says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Advice:
    """Something that is allowed but unwise."""

    duty: int
    """The duty it is about."""
    text: str
    """What was seen, and why it is unwise."""


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """Result of one scenario."""

    scenario: str
    """Its name."""
    verdict: Verdict
    """What it says."""
    seconds: float
    """How long it took, the bot's start included."""
    duty: int | None = None
    """The duty that was broken."""
    expected: str = ""
    """What the duty asks for in this place."""
    seen: str = ""
    """What was there instead, or why the scenario was skipped."""
    streams: int = 0
    """Streams that the bot opened."""
    advice: tuple[Advice, ...] = ()
    """Warnings, each once."""
    stderr: tuple[str, ...] = ()
    """The bot's last lines on standard error, if it failed."""
