"""`referee play`: the private referee and the bots that it runs."""
