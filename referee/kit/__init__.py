"""Toolkit for games: each record is declared once; its message and columns are derived from it."""
