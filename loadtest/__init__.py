"""Load tests of the referee from outside: capacity of a machine, and fair deadlines under load."""
