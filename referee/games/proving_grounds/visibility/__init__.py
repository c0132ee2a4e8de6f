"""What a seat may know of a match, as observations and as columns."""
