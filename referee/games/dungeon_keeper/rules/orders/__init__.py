"""Orders: their kinds, whether they are allowed, and how a batch is carried out."""
