"""Services that gRPC itself defines and that its tools expect of a server: health and reflection."""
