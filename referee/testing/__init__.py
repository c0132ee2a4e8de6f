"""The contract of games as tests that ship: `pytest --pyargs referee.testing --game NAME`."""
