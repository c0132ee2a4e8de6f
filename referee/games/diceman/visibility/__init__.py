"""What seats may see of Diceman."""
