"""Leader boards, and what is for sale and for hire."""
