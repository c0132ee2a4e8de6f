"""`referee play` and the referee and bots it runs."""
