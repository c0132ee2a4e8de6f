"""Bots as programs: found, built, copied under the digest of what is in them, and kept up while they play."""
