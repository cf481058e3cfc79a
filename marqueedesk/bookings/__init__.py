"""Bookings: a rental with its story, its states and its rules."""
