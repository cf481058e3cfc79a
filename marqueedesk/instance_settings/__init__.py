"""Settings of the installation: stored (encrypted if secret), and overridden by the environment."""
