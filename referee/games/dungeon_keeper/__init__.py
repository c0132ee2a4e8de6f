"""Dungeon Keeper: archdemons and their creatures on a board that they dig themselves."""
