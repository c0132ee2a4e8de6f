"""Proving Grounds: parties of adventurers clear one dungeon, for gems first and for gold then."""
