"""A router before several servers: one address, and the cores of the whole machine behind it.

Each worker is a `Server` with a part of the matches, in a separate process; the router passes calls and streams on to
the worker that has the match. `router` is the whole; `calls`, `listing`, `groups`, `ends` and `play` pass things on,
`play` over a `link`; `workers` reaches the workers, `processes` and `worker` run them; by `shared_lag` they report to
each other how late they are.
"""
