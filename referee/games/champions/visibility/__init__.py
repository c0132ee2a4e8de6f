"""What a seat may know of a match, and what everybody may know."""
