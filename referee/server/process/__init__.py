"""What a server's process is run with: settings, logs, its lag meter, and errors of calls."""
