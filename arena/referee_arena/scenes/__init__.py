"""Encodes the scenes of a match for browsers: as plain data, as changes from step to step, and as a whole history."""
