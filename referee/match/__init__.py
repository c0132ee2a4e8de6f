"""One match as a pure state machine: no I/O, no awaits, no clock of its own."""
