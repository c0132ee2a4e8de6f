"""Many matches of a game stepped at once in columns, one episode after another: for training and statistics."""
