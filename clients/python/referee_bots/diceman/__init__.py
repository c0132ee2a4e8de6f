"""House bots (baseline bots) of the game Diceman (DM-9)."""
