"""Emails that a team member writes to one customer."""
