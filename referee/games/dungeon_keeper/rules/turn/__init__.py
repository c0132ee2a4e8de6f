"""Course of a turn: its start, its end, the neutral phase and the waning."""
