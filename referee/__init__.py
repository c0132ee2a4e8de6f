"""The referee: runs matches between bots, holds them to deadlines, and keeps replays."""

from referee.core.native.compiled import install as _install

__all__ = ["__version__"]

__version__ = "0.3.0"

_install()
