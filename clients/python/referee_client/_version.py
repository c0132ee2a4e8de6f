"""Version of the Python SDK, in one place."""

__version__ = "0.1.0"
