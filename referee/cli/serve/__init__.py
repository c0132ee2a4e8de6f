"""The command `referee serve`: its flags, worker processes, house bots, and capacity check."""
