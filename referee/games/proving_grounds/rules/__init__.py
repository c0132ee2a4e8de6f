"""Rules of Proving Grounds: setup, the phases of a turn, and the end of a match."""
