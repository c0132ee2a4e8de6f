"""The rules of Swordman: which parts of an action count, and how a round is played."""
