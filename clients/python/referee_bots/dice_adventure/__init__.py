"""House bots of Dice Adventure (DA-9)."""
