"""Tests of Dungeon Keeper."""
