"""Errors of venues."""

from marqueedesk.kit.errors import NotFound


class UnknownVenue(NotFound):
    """No such venue, or another operator's: the two are answered alike (A4)."""

    sentence = "Unknown venue"
