"""Errors of calendar feeds."""

from marqueedesk.kit.errors import NotFound


class NoCalendar(NotFound):
    """The feed's URL is malformed, unknown, ended, or from an inactive business. All cases get the same error."""

    code = "no_calendar"
    message = "This calendar is not available. Its address may have been replaced."
