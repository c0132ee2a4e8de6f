"""Actions as numbers: which space a game's have, what is legal, and how they are sent."""
