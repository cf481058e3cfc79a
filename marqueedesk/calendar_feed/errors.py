"""What can go wrong with a feed."""

from marqueedesk.kit.errors import NotFound


class NoCalendar(NotFound):
    """An address that leads to no feed: malformed, unknown, ended, or of a business that is not active, all alike."""

    code = "no_calendar"
    sentence = "This calendar is not available. Its address may have been replaced."
