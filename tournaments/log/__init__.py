"""The log of a tournament: everything that changes it, as events that are hash-chained and signed."""
