"""Tests of the whole: processes, signals, sockets."""
