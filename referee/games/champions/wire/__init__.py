"""Messages between seats and referee: their records, and their bytes."""
