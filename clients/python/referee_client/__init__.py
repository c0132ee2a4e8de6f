"""Play at a game referee from Python."""
