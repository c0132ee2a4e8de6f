"""Makes parsers of the command-line flags of experiments; each flag takes a number and has a default."""

from __future__ import annotations

import argparse

__all__ = ["number_parser"]


def number_parser(
    prog: str, description: str | None, **flags: tuple[float, str]
) -> argparse.ArgumentParser:
    """Return a parser of command-line flags, each of which takes a number.

    Args:
        prog: Module of the experiment, as it is run with `python -m`.
        description: Text above the flags in the help.
        flags: Default and help of each flag, by its name with underscores; a whole number as a default asks for
            whole numbers.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {prog}", description=description)
    for name, (default, text) in flags.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=type(default),
            default=default,
            help=f"{text} (%(default)s)",
        )
    return parser
