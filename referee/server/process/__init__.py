"""What the process of a server is run with: settings, logs, its own lag, errors of calls."""
