"""What scenario files can set and check in a match of Swordman."""
