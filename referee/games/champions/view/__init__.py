"""How Champions looks to people."""
