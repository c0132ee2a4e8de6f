"""The rules of a turn, and what they are made of."""
