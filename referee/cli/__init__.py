"""The command `referee`."""
