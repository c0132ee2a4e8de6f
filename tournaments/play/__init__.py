"""Matches being played: the runner that keeps the books, the stage with its bots, calls to the referee."""
