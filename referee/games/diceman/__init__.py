"""Diceman: a duel of dice, secretly chosen and rolled at once."""
