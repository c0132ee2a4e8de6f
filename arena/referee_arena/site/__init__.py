"""A tournament, or a match, as files that need no server."""
