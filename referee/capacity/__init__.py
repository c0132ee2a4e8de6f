"""Measures how many matches a machine carries: the highest rate of new matches that it keeps up with.

In each measurement, new matches begin at random times that are fixed beforehand, whether or not
earlier ones are over.
"""
