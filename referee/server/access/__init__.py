"""Who may call: keys, tokens, addresses, and how much of everything."""
