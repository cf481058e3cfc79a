"""What administrators of the installation see and do: people, settings, how it goes (A5, A6, G1)."""
