"""Contracts and basics of all games: game, clock, dice, outcomes.

Knows no particular game, protobuf or network.
"""
