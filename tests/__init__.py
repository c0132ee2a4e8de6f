"""Tests of the referee, the tournament runner and the clients."""
