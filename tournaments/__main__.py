"""Run the command `tournament` as `python -m tournaments`."""

from tournaments.cli import main

if __name__ == "__main__":
    main()
