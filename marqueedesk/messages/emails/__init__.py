"""The messages, one file each."""
