"""Seasons: ladders whose entries come and go."""
