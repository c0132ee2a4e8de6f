"""A router before several servers: one address, and the cores of the whole machine behind it.

Each worker is a `Server` with a part of the matches, in a process of its own; the router passes
calls and streams on to the worker that has the match. `router` puts it together; `calls`, `listing`
and `play` are what is passed on, streams over a `link`; `workers` is the workers as they are reached,
`processes` and `worker` as they run; `lag` is what they tell each other about time.
"""
