"""Settings of the whole installation: stored, sealed where they are secret, and overruled by the environment."""
