"""Errors of writing pages."""

from __future__ import annotations

__all__ = ["BundleError", "SiteError", "StoppedError"]


class SiteError(Exception):
    """A page or site can't be written; the text says why."""


class StoppedError(SiteError):
    """The export was interrupted; the text says what has been written."""


class BundleError(SiteError):
    """A script is not understood; the text says which one, and where."""
