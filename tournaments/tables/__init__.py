"""What a format comes to: standings, points of parties, tie-breaks and the sequential test (SPRT)."""
