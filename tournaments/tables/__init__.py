"""Tables of each format: standings, points of parties, tie-breaks and stopping rules."""
