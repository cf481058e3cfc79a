"""Errors of the inventory."""

from marqueedesk.kit.errors import Conflict, Invalid, NotFound, TooLarge, UnsupportedMediaType


class UnknownLetter(NotFound):
    """The letter doesn't exist or belongs to another operator; both get the same response (A4)."""

    message = "Unknown letter"


class LetterTaken(Conflict):
    """The inventory already has this letter in this size (L1)."""

    code = "letter_taken"


class UnknownItem(NotFound):
    """The item doesn't exist, belongs to another operator, or is hidden from visitors; all get the same
    response (A4).
    """

    message = "Unknown item"


class UnknownPackage(NotFound):
    """Like `UnknownItem`, for a package."""

    message = "Unknown package"


class InUse(Conflict):
    """The item is part of packages. Carries their names."""

    code = "item_in_use"

    def __init__(self, packages: list[str]) -> None:
        super().__init__(
            f"This item is part of {', '.join(packages)}. Remove it from the package first, or hide it from the form.",
            packages=packages,
        )


class NoPicture(NotFound):
    """The picture doesn't exist."""

    message = "This picture doesn't exist."


class PictureTooLarge(TooLarge):
    """The uploaded file exceeds the limit."""

    message = "The picture is too large. The limit is 12 MB."


class PictureOfAnotherType(UnsupportedMediaType):
    """The upload's content type isn't supported."""

    message = "Send the picture as a JPEG, PNG or WebP image."


class PictureRefused(Invalid):
    """The uploaded file isn't a valid picture."""

    def __init__(self, sentence: str) -> None:
        """Report the reason on the field `picture`."""
        super().__init__(fields={"picture": sentence})


class UnknownTag(NotFound):
    """No piece of this business has the tag."""

    message = "No piece has this tag."


class TagTaken(Conflict):
    """Another piece already has the tag."""

    code = "tag_taken"

    def __init__(self, tag: str) -> None:
        """Create the error for a tag."""
        sentence = f"Another piece has the tag {tag}. Use a different tag."
        super().__init__(sentence, fields={"tag": sentence})
