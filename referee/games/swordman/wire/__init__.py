"""Messages of Swordman, and their codec."""
