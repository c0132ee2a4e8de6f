"""Messages of Diceman, and their codec."""
