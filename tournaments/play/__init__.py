"""Everything that plays matches: the runner with its records, the stage with its bots, referee calls."""
