"""Errors about certificates of insurance."""

from marqueedesk.kit.errors import Invalid, NotFound


class UnknownCertificate(NotFound):
    """There is no such certificate, or it belongs to another business."""

    message = "This certificate does not exist."


class FileRefused(Invalid):
    """The uploaded file is not a PDF or picture, or is too large."""
