"""Administration of the installation: users, settings, status (A5, A6, G1)."""
