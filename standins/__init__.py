"""Stand-ins for services that are not ours: for tests and the demo, never imported by the product."""
