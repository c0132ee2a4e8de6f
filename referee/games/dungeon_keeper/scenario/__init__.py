"""Hand-made positions, states as plain values, hidden variants and random orders."""
