"""Which parts of a match of Diceman each seat may see."""
