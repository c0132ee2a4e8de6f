"""Rules, by game, for columns that are not simply a field of the game's observation message."""
