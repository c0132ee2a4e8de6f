"""What stands on the board and how far it is."""
