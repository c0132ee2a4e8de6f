"""Backends, which step the matches: in this process, or on a server of simulations."""
