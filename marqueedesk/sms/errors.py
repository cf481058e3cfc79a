"""Errors of numbers that businesses text from."""

from marqueedesk.kit.errors import Conflict


class NumberTaken(Conflict):
    """Another business texts from this number or messaging service."""

    code = "number_taken"
    message = (
        "Another business on this site uses this sender. Enter one of your own, leave it empty to use the site's "
        "number, or ask the administrator to free it."
    )
