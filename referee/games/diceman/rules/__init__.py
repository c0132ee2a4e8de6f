"""The rules of Diceman: which parts of an action count, and how a round is played."""
