"""How Dice Adventure looks to people."""
