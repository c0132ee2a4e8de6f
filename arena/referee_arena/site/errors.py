"""Errors of exporting pages and sites."""

from __future__ import annotations

__all__ = ["BundleError", "SiteError", "StoppedError"]


class SiteError(Exception):
    """A page or site can't be written; the message says why."""


class StoppedError(SiteError):
    """The export was interrupted by a signal; the message says what has been written."""


class BundleError(SiteError):
    """A JavaScript module can't be made part of a script; the message says which one, and where."""
