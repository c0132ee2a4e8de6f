"""The tournament file, and the values that all rooms speak of: TOML in, checked and frozen values out.

Errors that an organizer meets are here, and what a match is before and after it is played. Nothing here
starts a process, opens a database or knows the network.
"""
