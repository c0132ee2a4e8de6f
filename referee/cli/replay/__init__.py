"""`referee replay`: shows, verifies and times recorded matches, plays them on, or puts their turns to bots."""
