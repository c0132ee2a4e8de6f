"""Entries that play from other machines: which are connected, and which seats each is to play."""
