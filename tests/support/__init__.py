"""What tests stand on: temporary databases, a caller of the API, a running server, a browser."""
