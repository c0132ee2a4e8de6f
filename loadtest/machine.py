"""Facts about the machine on which a measurement was made.

Figures mean little without these facts.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path

__all__ = ["machine_facts"]

PACKAGES = ("gamereferee", "grpcio", "protobuf", "numpy", "numba", "locust")

Fact = str | int | float | None


def machine_facts() -> dict[str, Fact]:
    """Return the processor, the usable cores, versions, and the load average before the measurement."""
    facts: dict[str, Fact] = {
        "cpu": _cpu_model(),
        "cores": len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "load_average_1m": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
    }
    return facts | {package: _version(package) for package in PACKAGES}


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
