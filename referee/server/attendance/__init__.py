"""Entrants elsewhere: who attends, and which seats they are to play."""
