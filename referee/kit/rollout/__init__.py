"""Steps many matches of a game at once, as rows of arrays, for training and statistics."""
