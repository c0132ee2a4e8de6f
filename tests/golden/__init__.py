"""Recorded matches, which must come out the same for ever, and what records them."""
