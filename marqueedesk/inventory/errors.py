"""What can go wrong with the inventory."""

from marqueedesk.kit.errors import Conflict, Invalid, NotFound, TooLarge, UnsupportedMediaType


class UnknownLetter(NotFound):
    """No such row, or another operator's: the two are answered alike (A4)."""

    sentence = "Unknown letter"


class LetterTaken(Conflict):
    """The inventory already has a row for this letter in this size (L1)."""

    code = "letter_taken"


class UnknownItem(NotFound):
    """No such item, or one that is not this operator's, or not for visitors: all are answered alike (A4)."""

    sentence = "Unknown item"


class UnknownPackage(NotFound):
    """As `UnknownItem`, for a package."""

    sentence = "Unknown package"


class InUse(Conflict):
    """An item is part of packages, which are named."""

    code = "item_in_use"

    def __init__(self, packages: list[str]) -> None:
        super().__init__(
            f"This item is part of {', '.join(packages)}. Take it out of there first, or hide it from the form.",
            packages=packages,
        )


class NoPicture(NotFound):
    """There is no such picture."""

    sentence = "There is no picture."


class PictureTooLarge(TooLarge):
    """The uploaded file is over the limit."""

    sentence = "The picture is too large: at most 12 MB."


class PictureOfAnotherType(UnsupportedMediaType):
    """The upload says that it is something else than a picture we take."""

    sentence = "Send the picture as a JPEG, PNG or WebP image."


class PictureRefused(Invalid):
    """The uploaded file is not a picture that can be shown."""

    def __init__(self, sentence: str) -> None:
        """Say why, of the field `picture`."""
        super().__init__(fields={"picture": sentence})


class UnknownTag(NotFound):
    """No piece of this business has the tag."""

    sentence = "No piece has this tag."


class TagTaken(Conflict):
    """Another piece has the tag already."""

    code = "tag_taken"

    def __init__(self, tag: str) -> None:
        """Name the tag."""
        sentence = f"Another piece has the tag {tag}. Use another one."
        super().__init__(sentence, fields={"tag": sentence})
