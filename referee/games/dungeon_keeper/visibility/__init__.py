"""Visibility: what each seat has in sight, and which observations and events it gets."""
