"""One match as a pure state machine: no I/O, no awaits, and no clock that it reads itself."""
