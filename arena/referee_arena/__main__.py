"""Runs the arena's command line as `python -m referee_arena`."""

from referee_arena.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
