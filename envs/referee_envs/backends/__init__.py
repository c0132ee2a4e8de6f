"""Backends, which step the matches of environments: in this process, or on a simulation server."""
