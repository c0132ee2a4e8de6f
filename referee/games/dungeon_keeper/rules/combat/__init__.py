"""Strikes, area attacks, statuses, control and deaths."""
