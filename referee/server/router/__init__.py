"""A router in front of several servers: one address, backed by all cores of the machine.

Each worker is a `Server` with a part of the matches, in a separate process. The router passes calls
and streams on to the worker that has the match. The module `router` has the server; `calls`,
`listing`, `groups` and `ends` pass calls on, and `play` passes bots' streams on over a `link`.
`workers` has the connections to the workers; `processes` and `worker` run them. Through
`shared_lag` the router reports to the workers how late it is.
"""
