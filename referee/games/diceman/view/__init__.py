"""How Diceman looks to people."""
