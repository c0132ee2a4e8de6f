"""House bots of Champions (CH-9)."""
