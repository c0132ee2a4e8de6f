"""House bots of Diceman (DM-9)."""
