"""What each seat has in sight, and what it is told of it."""
