"""Generated maps, and how a match is set up."""
