"""Rules for columns that differ from the fields of the game's message, by game."""
