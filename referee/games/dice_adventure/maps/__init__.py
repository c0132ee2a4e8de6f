"""Levels of Dice Adventure: map files, built-in and generated ones (DA-2.8 to DA-2.14)."""
