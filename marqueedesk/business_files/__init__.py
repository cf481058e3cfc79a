"""One business of an installation: its file, restoring it from a backup, and its move to another installation."""
