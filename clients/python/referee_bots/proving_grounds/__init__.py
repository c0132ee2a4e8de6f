"""House bots of Proving Grounds (PG-9)."""
