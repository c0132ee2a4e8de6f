"""Measures how fast bare gRPC, the referee's decisions and the engines are, in turns on one machine.

`python -m loadtest.bench` writes `build/bench.json`. Modules: `echo` and `play` are run by client
processes, `engine` measures without any network, `run` puts the measurements in turns, `report`
prints them.
"""
