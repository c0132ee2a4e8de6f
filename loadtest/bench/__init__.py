"""How fast: bare gRPC, the referee's decisions and the engine, in turns on one machine.

`python -m loadtest.bench` writes `build/bench.json`. Modules: `echo` and `play` are what client
processes do, `engine` measures without any network, `run` puts the measurements in turns, `report`
shows them.
"""
