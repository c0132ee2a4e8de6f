"""Which parts of a match of Swordman each seat may see."""
