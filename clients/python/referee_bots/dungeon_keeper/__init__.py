"""House bots of Dungeon Keeper: its rulebook's section 9."""
