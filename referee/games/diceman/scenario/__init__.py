"""What scenarios say of Diceman."""
