"""Tests that every game must pass, which come with the package: `pytest --pyargs referee.testing --game NAME`."""
