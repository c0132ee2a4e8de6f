"""What seats may see of Swordman."""
