"""The record of a match: journal while it runs, replay afterwards."""
