"""States and orders for scenarios, tests and load."""
