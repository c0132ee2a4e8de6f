"""Access to a server: organizer keys, seat tokens, callers' addresses and their limits."""
