"""The gRPC service around matches: streams, timers, tokens, the lobby and its files."""
