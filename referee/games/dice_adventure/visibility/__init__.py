"""What members see and remember, and what each seat may know."""
