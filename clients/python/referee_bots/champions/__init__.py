"""House bots (baseline bots) of the game Champions (CH-9)."""
