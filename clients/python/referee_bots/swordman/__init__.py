"""House bots (baseline bots) of the game Swordman (SW-9)."""
