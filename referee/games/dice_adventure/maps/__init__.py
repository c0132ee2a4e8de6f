"""Levels of Dice Adventure: from map files, built in, or generated (DA-2.8 to DA-2.14)."""
