"""How people are shown a match of Swordman."""
