"""Errors of customers."""

from marqueedesk.kit.errors import NotFound


class UnknownCustomer(NotFound):
    """The customer doesn't exist, belongs to another operator, was merged into another one or was erased."""

    message = "Unknown customer"
