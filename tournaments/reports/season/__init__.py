"""What pages show of a season, read from its log by a cursor."""
