"""The sign of an email as a picture in the email itself, which mail programs show without loading anything.

The drawing is arranged within the transaction that reads the email and compiled after it, like attached documents.
"""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from marqueedesk.documents.typeset import NightSign, sign_picture
from marqueedesk.kit.watch.metrics import log
from marqueedesk.mail.mail import InlinePicture, Mail
from marqueedesk.messages.html_renderer import EmbeddedImage, html_of, sign_part, texts_of_sign
from marqueedesk.messages.mail_settings import Site
from marqueedesk.messages.models import OutboxMail


@dataclass(frozen=True, slots=True)
class SignToDraw:
    """The sign of an email, and the email's HTML with its picture."""

    sign: NightSign
    cid: str
    html: str

    def put_into(self, mail: Mail) -> Mail:
        """Add the picture to an email. If it cannot be drawn, the email keeps its letters drawn in styles."""
        try:
            drawn = sign_picture(self.sign)
        except Exception as problem:  # noqa: BLE001 - a drawing error must not block the email.
            log.error("sign_not_drawn", mail=mail.message_id, exc_info=problem)
            return mail
        picture = InlinePicture(self.cid, "sign.jpg", "image/jpeg", drawn)
        return replace(mail, html=self.html, pictures=(*mail.pictures, picture))


def sign_to_draw(db: Session, site: Site, row: OutboxMail, logo: EmbeddedImage | None = None) -> SignToDraw | None:
    """Return the sign to draw for an email with its ``logo``; None if it has none."""
    part = sign_part(row.content)
    sign = NightSign.of(texts_of_sign(part)) if part else None
    if sign is None:
        return None
    cid = f"sign.{row.message_id}"
    image = EmbeddedImage(f"cid:{cid}", sign.width, sign.height)
    return SignToDraw(sign, cid, html_of(row.content, lambda link: site.address_of(db, link), sign=image, logo=logo))
