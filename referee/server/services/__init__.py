"""What callers call: the services of the protocol, and the streams on which bots play."""
