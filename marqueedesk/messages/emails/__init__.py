"""Email definitions, one file per event."""
