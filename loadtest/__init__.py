"""Load from outside: how much a machine carries, and whether its deadlines stay fair under load."""
