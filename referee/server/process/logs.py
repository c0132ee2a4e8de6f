"""Structured logs: one JSON object in each line on standard error, or text for people on a terminal.

Lines are written by structlog, which is loaded for the first line that is shown: loading it takes as long as a short
match, and `referee play` shows nothing but errors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import structlog

__all__ = ["Log", "configure_logs", "count_lines", "get_log", "reset_logs", "show_errors_alone"]

LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}
"""Number of each log level, by name, as in the standard library."""


class _Settings:
    """Log settings of this process: lowest level shown, and whether lines are JSON."""

    least = 0
    """Number of the lowest log level that is shown, as in `LEVELS`."""
    as_json: bool | None = None
    """Whether lines are JSON rather than text; None leaves structlog as it is."""
    on_line: Callable[[str], None] | None = None
    """Called with the level of each line at warning or error; None if nobody asks for it."""
    is_applied = False
    """Whether structlog has been configured with these settings."""


class Log:
    """Log that adds the same fields to each of its lines.

    Args:
        fields: Values of the fields, by name.
    """

    __slots__ = ("_fields",)

    def __init__(self, **fields: object) -> None:
        self._fields = fields

    def bind(self, **fields: object) -> Log:
        """Return a log with these fields added."""
        return Log(**self._fields | fields)

    def debug(self, text: str, /, **fields: object) -> None:
        """Log a detail that helps to find a bug; `fields` are added to the line."""
        if LEVELS["debug"] >= _Settings.least:
            self._lines().debug(text, **fields)

    def info(self, text: str, /, **fields: object) -> None:
        """Log a normal event; `fields` are added to the line."""
        if LEVELS["info"] >= _Settings.least:
            self._lines().info(text, **fields)

    def warning(self, text: str, /, **fields: object) -> None:
        """Log something that an operator may want to check; `fields` are added to the line."""
        if _Settings.on_line is not None:
            _Settings.on_line("warning")
        if LEVELS["warning"] >= _Settings.least:
            self._lines().warning(text, **fields)

    def error(self, text: str, /, **fields: object) -> None:
        """Log that something went wrong; `fields` are added to the line."""
        if _Settings.on_line is not None:
            _Settings.on_line("error")
        self._lines().error(text, **fields)

    def exception(self, text: str, /, **fields: object) -> None:
        """Log that something went wrong, with `fields` and the traceback of the handled exception."""
        if _Settings.on_line is not None:
            _Settings.on_line("error")
        self._lines().exception(text, **fields)

    def _lines(self) -> structlog.typing.FilteringBoundLogger:
        import structlog

        if not _Settings.is_applied:
            _apply()
        return cast("structlog.typing.FilteringBoundLogger", structlog.get_logger(**self._fields))


def configure_logs(level: str = "info", *, as_json: bool = True) -> None:
    """Set up the logs of this process.

    Args:
        level: Lowest level that is shown: debug, info, warning or error.
        as_json: Whether lines are JSON rather than text.
    """
    _Settings.least, _Settings.as_json, _Settings.is_applied = LEVELS[level], as_json, False


def count_lines(on_line: Callable[[str], None] | None) -> None:
    """Call a function with the level, `warning` or `error`, of each such line of this process.

    None ends that.
    """
    _Settings.on_line = on_line


def show_errors_alone() -> None:
    """Show errors alone, as text, unless the program has set up its logs."""
    if _Settings.as_json is None:
        configure_logs("error", as_json=False)


def reset_logs() -> None:
    """Undo `configure_logs`: show every level again, in structlog's default way."""
    if _Settings.is_applied and _Settings.as_json is not None:
        import structlog

        structlog.reset_defaults()
    _Settings.least, _Settings.as_json, _Settings.is_applied = 0, None, False


def get_log(**fields: object) -> Log:
    """Return a log that adds these fields to each of its lines."""
    return Log(**fields)


def _apply() -> None:
    _Settings.is_applied = True
    if _Settings.as_json is None:
        return
    import structlog

    shown: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if _Settings.as_json:
        shown += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        shown += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    structlog.configure(
        processors=shown,
        wrapper_class=structlog.make_filtering_bound_logger(_Settings.least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
