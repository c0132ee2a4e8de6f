"""Bots as programs: found, built, copied under a digest of their files, and kept running in play."""
