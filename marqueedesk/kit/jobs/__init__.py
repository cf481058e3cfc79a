"""Background jobs, and work in a sandboxed process."""
