"""Shared test infrastructure: temporary databases, an API client, a running server, a browser."""
