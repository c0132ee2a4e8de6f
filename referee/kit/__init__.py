"""What a game needs and should not have to write: records, declared once, and all that follows from them."""
