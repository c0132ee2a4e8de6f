"""What members see and remember, and what a seat may know."""
