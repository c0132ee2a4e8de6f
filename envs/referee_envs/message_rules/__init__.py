"""What of a game's message is not in columns as it is in the message: a rule for each such column."""
