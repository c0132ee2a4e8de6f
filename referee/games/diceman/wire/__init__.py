"""Protobuf messages of Diceman, and the codec that reads and writes them."""
