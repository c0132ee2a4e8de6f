"""The gRPC services of the protocol, and the sessions on bots' streams."""
