"""Bids on leader boards, the market, and hiring of candidates."""
