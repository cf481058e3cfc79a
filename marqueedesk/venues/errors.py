"""Errors of venues."""

from marqueedesk.kit.errors import NotFound


class UnknownVenue(NotFound):
    """The venue doesn't exist or belongs to another operator; both get the same response (A4)."""

    message = "Unknown venue"
