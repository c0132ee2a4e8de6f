"""The rules of Dice Adventure, phase by phase."""
