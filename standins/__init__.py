"""Stand-ins for third-party services, for tests and the demo; never imported by the product."""
