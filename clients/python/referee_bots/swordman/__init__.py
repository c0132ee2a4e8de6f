"""House bots of Swordman (SW-9)."""
