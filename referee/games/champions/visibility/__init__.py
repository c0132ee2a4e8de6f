"""What a seat may know, and what everybody may."""
