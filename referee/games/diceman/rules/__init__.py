"""The rules of Diceman: what counts of an action, and how a round is fought."""
