"""Encoding of Dungeon Keeper's messages between seats and referee."""
