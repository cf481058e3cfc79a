"""Errors of a business's file."""


class BusinessFileError(Exception):
    """An export, import or restore failed, with the reason; nothing has changed."""
