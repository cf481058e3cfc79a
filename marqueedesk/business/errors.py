"""Errors of business details."""

from marqueedesk.kit.errors import Invalid, NotFound, TooLarge, UnsupportedMediaType

MOST_LOGO_BYTES = 200_000


class NoLogo(NotFound):
    """The business has no logo."""

    code = "no_logo"
    message = "There is no logo."


class LogoTooLarge(TooLarge):
    """The uploaded file exceeds the limit."""

    message = f"The logo is too large. The limit is {MOST_LOGO_BYTES // 1000} kB."


class LogoOfAnotherType(UnsupportedMediaType):
    """The upload's content type isn't supported."""

    message = "Send the logo as a PNG or JPEG image."


class LogoRefused(Invalid):
    """The uploaded file isn't a usable image."""

    def __init__(self, sentence: str) -> None:
        """Report the reason for the field `logo`."""
        super().__init__(fields={"logo": sentence})
