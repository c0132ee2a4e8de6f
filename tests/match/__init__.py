"""Tests of the match machine."""
