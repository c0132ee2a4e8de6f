"""`referee serve`, its workers and its house bots."""
