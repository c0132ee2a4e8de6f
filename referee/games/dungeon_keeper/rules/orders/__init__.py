"""Orders: their kinds, their checks, and how a batch is carried out."""
