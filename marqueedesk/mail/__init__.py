"""The outside world: each gateway is a contract, the real one, and a recording one for tests."""
