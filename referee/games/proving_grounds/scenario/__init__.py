"""Makes states and messages: for scenario files, tests, load tests and learners."""
