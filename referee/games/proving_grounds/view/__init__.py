"""How a match looks to people."""
