"""Measures how fast bare gRPC, the referee's decisions and the engines are, alternately on one machine.

`python -m loadtest.bench` writes `build/bench.json`. Modules: `echo` and `play` are run by client
processes, `engine` measures without any network, `run` alternates the measurements, `report`
prints them.
"""
