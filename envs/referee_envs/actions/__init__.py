"""Actions as numbers: which action space a game has, which actions are legal, and how they are encoded."""
