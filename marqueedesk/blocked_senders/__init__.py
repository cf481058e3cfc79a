"""Senders of online requests that a business blocks."""
