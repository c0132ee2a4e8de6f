"""Protobuf messages of Swordman, and the codec that reads and writes them."""
