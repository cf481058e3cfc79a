"""What can go wrong with a business's details."""

from marqueedesk.kit.errors import Invalid, NotFound, TooLarge, UnsupportedMediaType

MOST_LOGO_BYTES = 200_000


class NoLogo(NotFound):
    """The business has no logo."""

    code = "no_logo"
    sentence = "There is no logo."


class LogoTooLarge(TooLarge):
    """The uploaded file is over the limit."""

    sentence = f"The logo is too large: at most {MOST_LOGO_BYTES // 1000} kB."


class LogoOfAnotherType(UnsupportedMediaType):
    """The upload says that it is something else than a picture we take."""

    sentence = "Send the logo as a PNG or JPEG image."


class LogoRefused(Invalid):
    """The uploaded file is not a picture that can be shown."""

    def __init__(self, sentence: str) -> None:
        """Say why, of the field `logo`."""
        super().__init__(fields={"logo": sentence})
