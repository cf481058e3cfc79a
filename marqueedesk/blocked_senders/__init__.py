"""Blocked senders of online requests."""
