"""What the training examples have in common: observations as numbers, networks, opponents, learners."""
