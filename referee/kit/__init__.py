"""What a game needs and should not write: records told once, and what follows from them."""
