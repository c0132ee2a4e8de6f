"""A router in front of several servers: one address, backed by all cores of the machine.

Each worker is a `Server` with a part of the matches, in a separate process. The router passes calls
and streams on to the worker that has the match. `router` is the whole; `calls`, `listing`,
`groups`, `ends` and `play` pass things on, `play` over a `link`. `workers` reaches the workers;
`processes` and `worker` run them. Through `shared_lag` they report to each other how late they are.
"""
