"""All matches of a server: making, finding, storing and resuming them."""
