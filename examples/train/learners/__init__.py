"""Common code of the training examples: observations as numbers, networks, opponents, learners."""
