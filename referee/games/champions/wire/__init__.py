"""Messages between seats and referee, as records and in bytes."""
