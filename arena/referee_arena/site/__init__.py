"""Exports a tournament, or a single match, as HTML files that need no server."""
