"""Error of exporting, importing or restoring a business."""


class BusinessFileError(Exception):
    """An export, import or restore failed, with the reason; nothing has changed."""
