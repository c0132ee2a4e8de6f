"""Generated from the .proto files; do not edit."""
