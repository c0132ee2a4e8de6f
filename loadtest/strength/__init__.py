"""How strong bots are and how balanced games: house bots and random play against each other, in one process."""
