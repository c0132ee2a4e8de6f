"""What is told of Swordman over the wire."""
