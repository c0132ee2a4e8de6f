"""Structured logs: one JSON object a line on standard error, or text for people on a terminal."""

from __future__ import annotations

import sys
from typing import cast

import structlog

__all__ = ["Log", "configure_logs", "get_log"]

Log = structlog.typing.FilteringBoundLogger

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
"""Level names with the numbers of the standard library."""


def configure_logs(level: str = "info", *, as_json: bool = True) -> None:
    """Set the process's logs up.

    Args:
        level: Least level shown: debug, info, warning or error.
        as_json: JSON lines rather than text.
    """
    shown: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if as_json:
        shown += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        shown += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    structlog.configure(
        processors=shown,
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def get_log(**fields: object) -> Log:
    """A log whose lines carry these fields."""
    return cast("Log", structlog.get_logger(**fields))
