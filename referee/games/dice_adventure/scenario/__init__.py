"""States and orders of Dice Adventure for scenario files, tests and load tests."""
