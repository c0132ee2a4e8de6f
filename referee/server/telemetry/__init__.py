"""Metrics and traces of a server: what they are, how they are counted, and how they are served."""
