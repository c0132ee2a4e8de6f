"""What seats are told and send, as records and in bytes."""
