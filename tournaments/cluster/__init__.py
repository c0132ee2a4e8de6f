"""Matches on a Dask cluster: a stage on every worker, and the books with the organizer."""

from tournaments.cluster.session import open_cluster

__all__ = ["open_cluster"]
