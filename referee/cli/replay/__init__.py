"""`referee replay`: shows, verifies and times recorded matches, plays on, or puts their turns to bots."""
