"""The result of one scenario: the duty that the bot broke, if any, and warnings."""

from __future__ import annotations

import dataclasses
import enum

from referee.core.portable import PortableError

__all__ = ["Advice", "Broken", "NotApplicable", "Report", "Verdict"]


class Verdict(enum.Enum):
    """Whether a bot passed a scenario, failed it, or the scenario did not apply."""

    PASSED = "passed"
    """The bot kept all duties that the scenario checks."""
    FAILED = "failed"
    """The bot broke a duty."""
    SKIPPED = "skipped"
    """The scenario does not apply to this game, bot or machine."""


class Broken(PortableError):  # noqa: N818 - it is a finding about the bot, not an error of the program
    """Raised when the bot breaks a duty (rule of `clients/CONTRACT.md`); ends the scenario.

    Args:
        duty: Number of the duty in the contract.
        expected: What the duty asks for, as a sentence without its full stop.
        seen: What the bot did instead.
    """

    def __init__(self, duty: int, expected: str, seen: str) -> None:
        super().__init__(f"duty {duty}: expected {expected}; saw {seen}")
        self.duty = duty
        self.expected = expected
        self.seen = seen


class NotApplicable(PortableError):  # noqa: N818 - nobody's error
    """Raised when the scenario does not apply to this game, bot or machine; the text says why."""


@dataclasses.dataclass(frozen=True, slots=True)
class Advice:
    """Warning about something that the contract allows but that is unwise."""

    duty: int
    """Number of the duty that the warning is about."""
    text: str
    """What the bot did, and why it is unwise."""


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """Result of one scenario: verdict, duration, the broken duty if any, warnings, and the bot's log."""

    scenario: str
    """Name of the scenario."""
    verdict: Verdict
    """Result of the scenario."""
    seconds: float
    """Duration of the scenario in seconds, the bot's start included."""
    duty: int | None = None
    """Number of the duty that was broken; None if none was."""
    expected: str = ""
    """What the broken duty asks for at that point of the scenario; empty if no duty was broken."""
    seen: str = ""
    """What the bot did instead, or why the scenario was skipped."""
    streams: int = 0
    """Number of streams that the bot opened."""
    advice: tuple[Advice, ...] = ()
    """Warnings about the bot, each once."""
    stderr: tuple[str, ...] = ()
    """Last lines of the bot's standard error, if the scenario failed; else empty."""
