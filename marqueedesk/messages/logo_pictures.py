"""The business's logo as a picture in the email itself, which mail programs show without loading anything.

The logo is read within the transaction that reads the email, and scaled down after it.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

from sqlalchemy.orm import Session

from marqueedesk.business import queries as business
from marqueedesk.business.logo import EMAIL_HEIGHT, EMAIL_WIDTH, email_logo
from marqueedesk.documents.turns import Kept
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.jobs.pictures import Unreadable, redraw
from marqueedesk.kit.watch.metrics import log
from marqueedesk.mail.mail import InlinePicture, Mail
from marqueedesk.messages.html_renderer import EmbeddedImage
from marqueedesk.messages.models import OutboxMail

_KEPT_BYTES: Final = 1 << 20
CACHE: Final = Kept(_KEPT_BYTES, from_seconds=0)
"""Scaled logos, cached by this process."""


@dataclass(frozen=True, slots=True)
class LogoToEmbed:
    """The logo of an email's business, and its place in the email's HTML."""

    tag: str
    png: bytes
    cid: str
    image: EmbeddedImage

    @classmethod
    def of(cls, db: Session, row: OutboxMail) -> Self | None:
        """Return the current logo for an email; None if the email shows none, or the business has removed it."""
        logo = business.logo(db) if row.content.get("logo") else None
        if logo is None:
            return None
        cid = f"logo.{row.message_id}"
        tag, png = logo
        # The image size is in the PNG's header.
        width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
        scale = min(EMAIL_WIDTH / width, EMAIL_HEIGHT / height, 1)
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return cls(tag, png, cid, EmbeddedImage(f"cid:{cid}", *size))

    def put_into(self, mail: Mail) -> Mail:
        """Add the picture to an email. If it cannot be scaled, the email has the stored logo."""
        try:
            png = CACHE.find(self.tag) or CACHE.make(self.tag, lambda: redraw(email_logo, self.png)[0])
        except (Problem, Unreadable, OSError) as problem:
            log.warning("logo_not_scaled", mail=mail.message_id, problem=str(problem))
            png = self.png
        picture = InlinePicture(self.cid, "logo.png", "image/png", png)
        return replace(mail, pictures=(picture, *mail.pictures))
