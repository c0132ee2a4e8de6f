"""House bots (baseline bots) of the game Proving Grounds (PG-9)."""
