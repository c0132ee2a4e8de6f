"""Measures how many matches a machine carries: the highest rate of new matches that it keeps up with.

Matches arrive at their times whether or not earlier ones are over.
"""
