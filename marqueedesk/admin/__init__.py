"""Administration of the installation: people, settings, status (A5, A6, G1)."""
