"""Dice Adventure: a cooperative dungeon crawl of three members who talk only by pings."""
