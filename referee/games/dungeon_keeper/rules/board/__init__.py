"""The board: cells, units, distances, lines of sight."""
