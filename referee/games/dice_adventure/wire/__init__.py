"""Messages of Dice Adventure, as records and in bytes."""
