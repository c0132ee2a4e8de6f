"""Messages to seats and from seats, as records and in bytes."""
