"""What seats are told and send, in bytes."""
