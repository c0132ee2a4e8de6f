"""One match: its host, and all through which the host is spoken to and speaks."""
