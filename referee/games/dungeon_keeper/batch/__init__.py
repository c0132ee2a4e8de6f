"""Dungeon Keeper for many matches at once: rules as kernels over arrays with the matches side by side."""
