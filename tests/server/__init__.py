"""Tests of the server, through its own sockets."""
