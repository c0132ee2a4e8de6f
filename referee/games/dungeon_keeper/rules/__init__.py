"""Rules of Dungeon Keeper: what happens in a match, with one folder for each part."""
