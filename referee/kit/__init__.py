"""Toolkit for writing games: records declared once, and what is derived from them."""
