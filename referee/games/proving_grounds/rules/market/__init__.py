"""Leader boards, market and candidates."""
