"""One migration script for each version of the tables, in the order of their numbers."""
