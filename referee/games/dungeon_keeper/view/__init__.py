"""View of Dungeon Keeper: how a match is shown to people."""
