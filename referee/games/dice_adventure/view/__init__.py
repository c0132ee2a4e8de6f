"""How people are shown a match of Dice Adventure."""
