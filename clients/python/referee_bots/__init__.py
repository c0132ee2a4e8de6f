"""Baseline bots, one folder a game."""
