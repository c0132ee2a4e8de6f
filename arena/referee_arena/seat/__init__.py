"""Seats that a person takes."""
