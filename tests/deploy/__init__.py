"""Tests of what runs a fleet: the image, compose file, service unit, chart, and proxies."""
