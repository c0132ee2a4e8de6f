"""Messages between seats and referee, in bytes."""
