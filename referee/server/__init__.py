"""The gRPC server that runs matches: streams, timers, tokens, the lobby and its files."""
