"""Tables of a format: standings, points of parties, tie-breaks and the sequential test (SPRT)."""
