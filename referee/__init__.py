"""The referee: runs matches between bots, holds them to deadlines, and keeps replays."""

__all__ = ["__version__"]

__version__ = "0.1.0"
