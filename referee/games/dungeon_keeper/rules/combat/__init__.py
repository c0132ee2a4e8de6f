"""Combat: strikes, area attacks, statuses, control and deaths."""
