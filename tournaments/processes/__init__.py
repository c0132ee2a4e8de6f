"""Programs as processes: a supervisor that starts, limits, feeds and ends them, and its client.

The supervisor is a separate process that loads the standard library only, never gRPC; `client` is
the runner's side of it. Here are also control groups, the filter of system calls and the sandbox.
"""
