"""What seats and units make, gather, buy and build."""
