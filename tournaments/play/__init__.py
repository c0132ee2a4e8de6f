"""Everything that plays matches: the runner that keeps records, the stage with its bots, referee calls."""
