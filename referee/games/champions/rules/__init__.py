"""The rules of Champions, phase by phase."""
