"""Tests of referee.core."""
