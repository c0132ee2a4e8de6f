"""Hand-made positions, states as plain values, hidden variants, candidates and random orders."""
