"""The tournament file, and values that all other folders use: TOML in, checked and frozen values out.

It has the errors that an organizer meets, and what a match is before and after it is played.
Nothing here starts a process, opens a database or uses the network.
"""
