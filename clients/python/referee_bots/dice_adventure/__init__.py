"""House bots (baseline bots) of the game Dice Adventure (DA-9)."""
