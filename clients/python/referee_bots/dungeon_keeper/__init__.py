"""House bots (baseline bots) of the game Dungeon Keeper, by section 9 of its rulebook."""
