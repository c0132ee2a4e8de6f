"""Plays a real season with real processes, breaks everything once, and checks what is left.

`python -m loadtest.real_season --minutes 60` is the whole; `--minutes 5` rehearses it.
"""
