"""Tests of seasons: ladders whose entries come and go."""
