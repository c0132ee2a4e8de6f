"""Makes states and orders of Champions for scenario files, tests, load tests and learners."""
