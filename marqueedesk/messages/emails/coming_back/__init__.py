"""Emails to customers who return to their bookings, or who rented before."""
