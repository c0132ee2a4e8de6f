"""What can be wrong with the writing of pages."""

from __future__ import annotations

__all__ = ["BundleError", "SiteError", "StoppedError"]


class SiteError(Exception):
    """A page or site can't be written; says why."""


class StoppedError(SiteError):
    """Somebody has stopped the writing; says what is there."""


class BundleError(SiteError):
    """A script is written otherwise than is understood here; says which, and where."""
