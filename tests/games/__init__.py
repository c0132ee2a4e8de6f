"""Tests of the games: the contract all must pass, and one folder per game."""
