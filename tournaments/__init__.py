"""Tournaments between bots: pairings, bot processes, results and ratings."""
