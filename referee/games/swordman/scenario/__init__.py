"""What scenarios say of Swordman."""
