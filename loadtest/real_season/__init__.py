"""Plays a real season with real processes, breaks everything once, and checks log and replays.

`python -m loadtest.real_season --minutes 60` is the whole; `--minutes 5` rehearses it.
"""
