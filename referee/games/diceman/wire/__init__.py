"""What is told of Diceman over the wire."""
