"""Economy: orders to gather, buy, build and upgrade."""
