"""Quotes: an offer to a customer, its versions and its story, until it becomes a booking."""
