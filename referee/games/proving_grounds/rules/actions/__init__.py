"""What heroes are ordered to do."""
