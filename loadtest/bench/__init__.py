"""How fast: bare gRPC, the referee's decisions and the engine, in turns on one machine.

`python -m loadtest.bench` writes `build/bench.json`. Modules: `workers` are the processes that make
load, `echo` and `play` what they do, `engine` measures without any network, `run` puts the
measurements in turns, `report` shows them.
"""
