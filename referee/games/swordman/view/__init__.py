"""How Swordman looks to people."""
