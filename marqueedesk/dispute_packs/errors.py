"""Errors of dispute packs."""

from marqueedesk.kit.errors import NotFound


class NoDispute(NotFound):
    """The booking has no disputed payment, or not this one."""

    code = "no_dispute"
    message = "This payment isn’t disputed."
