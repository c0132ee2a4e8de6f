"""Bids on leader boards, the market, and the hiring of heroes."""
