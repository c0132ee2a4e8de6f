"""Records in bytes: the wire format, and what writes it, interpreted and compiled."""
