"""The rules of Swordman: what counts of an action, and how a round is fought."""
