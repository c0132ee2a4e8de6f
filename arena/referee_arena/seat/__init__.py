"""Seats that people play on a web page: the bot of such a seat, the form of a turn, and the page's HTTP routes."""
