"""The dungeon, drawn by dice or made by hand."""
