"""One match as a pure state machine: no I/O, no awaits, no clock that it reads."""
