"""The course of a turn: its start, its end, and the neutral phase."""
