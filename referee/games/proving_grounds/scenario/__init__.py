"""States and messages in other forms: for scenarios, tests, load and learners."""
