"""Hosting of one match: its host, and the streams, spectators and lanes that the host deals with."""
