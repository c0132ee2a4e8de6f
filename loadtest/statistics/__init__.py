"""Simulations of the ratings' statistics: coverage of intervals, models of ties, meaning of ratings."""
