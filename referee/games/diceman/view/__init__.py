"""How people are shown a match of Diceman."""
