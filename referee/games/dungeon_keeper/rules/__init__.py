"""The rules: what happens, and the rooms of what makes it happen."""
