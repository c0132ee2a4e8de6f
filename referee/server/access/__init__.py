"""Access: keys, tokens, addresses of callers, and their limits."""
