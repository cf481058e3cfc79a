"""A booking's link for its customer (docs/adr/0011-links-by-token.md): for mails, and for its operator to pass on."""

from dataclasses import dataclass
from datetime import datetime

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.kit import links
from marqueedesk.kit.links import Signer, digest_of, signer
from marqueedesk.portal import queries
from marqueedesk.portal.models import LINK, BookingLink


@dataclass(frozen=True, slots=True)
class BookingLinks:
    """Makes the address of a booking's page."""

    signer: Signer
    public_url: str

    def address(self, row: BookingLink) -> str | None:
        """The link as it was made; None where the installation's secret is another one since."""
        token = self._token(row.operator_id, row.booking_id, row.nonce)
        return f"{self.public_url}/b/{token}" if row.digest == digest_of(token) else None

    def of(self, db: Session, operator_id: int, booking_id: int, now: datetime) -> str:
        """The link of a booking of the session's operator, made when it is first needed.

        Called under the operator's lock, or where nobody else makes the same link.
        """
        row = queries.link(db, booking_id)
        return (self.address(row) if row else None) or self.renew(db, operator_id, booking_id, now, forget=False)

    def renew(self, db: Session, operator_id: int, booking_id: int, now: datetime, *, forget: bool = True) -> str:
        """A new link; with ``forget`` the one before leads nowhere from then on."""
        if forget:
            links.forget(db, kind=LINK, operator_id=operator_id, target_id=booking_id)
        nonce = links.new_nonce()
        token = self._token(operator_id, booking_id, nonce)
        links.make(db, token, kind=LINK, operator_id=operator_id, target_id=booking_id, now=now)
        row = queries.link(db, booking_id)
        if row is None:
            row = BookingLink(booking_id=booking_id)
            db.add(row)
        row.nonce, row.digest = nonce, digest_of(token)
        db.flush()
        return f"{self.public_url}/b/{token}"

    def _token(self, operator_id: int, booking_id: int, nonce: str) -> str:
        return self.signer.token(LINK, operator_id, booking_id, nonce)


def booking_links(request: Request) -> BookingLinks:
    """Makes addresses for this installation."""
    return BookingLinks(signer(request), request.app.state.settings.public_url)
