"""`referee serve`, its workers and its baseline bots."""
