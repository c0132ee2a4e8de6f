"""Connections of browsers: how many there may be, how long each may take, and the server that holds them."""
