"""Errors of calendar feeds."""

from marqueedesk.kit.errors import NotFound


class NoCalendar(NotFound):
    """An invalid feed address: malformed, unknown, ended, or of an inactive business. All get the same error."""

    code = "no_calendar"
    message = "This calendar is not available. Its address may have been replaced."
