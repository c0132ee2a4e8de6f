"""`python -m tournaments` is the command `tournament`."""

from tournaments.cli import main

if __name__ == "__main__":
    main()
