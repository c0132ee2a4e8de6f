"""Matches on a Dask cluster: every worker has a stage, the organizer's machine keeps all records."""

from tournaments.cluster.session import open_cluster

__all__ = ["open_cluster"]
