"""Version of the Python SDK, in one place."""

__all__ = ["__version__"]

__version__ = "0.3.0"
