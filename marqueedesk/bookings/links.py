"""The customer's link to a booking (docs/adr/0011-links-by-token.md), for the response to a new booking, for emails,
and for operators to share.
"""

from datetime import datetime
from typing import Final, cast

from fastapi import Request
from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import LINK, BookingLink
from marqueedesk.kit.db.row_writer import Rows
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Link, LinkMaker, digest_of

CONFIRMATION: Final = "confirm"
"""Kind of the links that confirm a customer's email address."""
_links = cast("Table", Link.__table__)
_booking_links = cast("Table", BookingLink.__table__)


def stored_link(db: Session, booking_id: int) -> BookingLink | None:
    """Return the stored row of a booking's link, or None if there is no link."""
    return db.scalars(select(BookingLink).where(BookingLink.booking_id == booking_id)).one_or_none()


class BookingLinks(LinkMaker):
    """Builds links to booking pages."""

    def address(self, row: BookingLink) -> str | None:
        """Return the link's URL; None if it was created with another secret."""
        token = self._token(row.operator_id, row.booking_id, row.nonce)
        return f"{self.public_url}/b/{token}" if row.digest == digest_of(token) else None

    def of(self, db: Session, operator_id: int, booking_id: int, now: datetime) -> str:
        """Return the link of a booking of the session's operator, creating it if needed.

        The caller holds the operator's lock, or ensures otherwise that no other call creates the same link at the same
        time.
        """
        return self.known(db, booking_id) or self.renew(db, operator_id, booking_id, now, forget=False)

    def known(self, db: Session, booking_id: int) -> str | None:
        """Return a booking's existing link; None if there is none, or if it was created with another secret."""
        row = stored_link(db, booking_id)
        return self.address(row) if row else None

    def first(self, operator_id: int, booking_id: int, now: datetime) -> tuple[str, list[Rows]]:
        """Return the link of a booking that is being created, and the rows to insert with the booking."""
        nonce = links.new_nonce()
        token = self._token(operator_id, booking_id, nonce)
        where = {"operator_id": operator_id, "created_at": now}
        link = {"token_digest": digest_of(token), "kind": LINK, "target_id": booking_id}
        own = {"operator_id": operator_id, "booking_id": booking_id, "nonce": nonce, "digest": digest_of(token)}
        return f"{self.public_url}/b/{token}", [Rows(_links, [where | link]), Rows(_booking_links, [own])]

    def renew(self, db: Session, operator_id: int, booking_id: int, now: datetime, *, forget: bool = True) -> str:
        """Create a new link for a booking. With ``forget``, the old one stops working."""
        if forget:
            links.forget(db, kind=LINK, operator_id=operator_id, target_id=booking_id)
        nonce = links.new_nonce()
        token = self._token(operator_id, booking_id, nonce)
        links.make(db, token, kind=LINK, operator_id=operator_id, target_id=booking_id, now=now)
        row = stored_link(db, booking_id)
        if row is None:
            row = BookingLink(booking_id=booking_id)
            db.add(row)
        row.nonce, row.digest = nonce, digest_of(token)
        db.flush()
        return f"{self.public_url}/b/{token}"

    def make_confirmation(self, db: Session, operator_id: int, booking_id: int, now: datetime) -> None:
        """Create the link that confirms the customer's email address. It is only sent to that address."""
        token = self._confirmation_token(operator_id, booking_id)
        links.make(db, token, kind=CONFIRMATION, operator_id=operator_id, target_id=booking_id, now=now)

    def confirmation_address(self, operator_id: int, booking_id: int) -> str:
        """Return the URL that confirms the customer's email address when opened."""
        token = self._confirmation_token(operator_id, booking_id)
        return f"{self.public_url}/api/public/bookings/{token}/confirm-address"

    def _confirmation_token(self, operator_id: int, booking_id: int) -> str:
        return self.signer.token(CONFIRMATION, operator_id, booking_id, "")

    def _token(self, operator_id: int, booking_id: int, nonce: str) -> str:
        return self.signer.token(LINK, operator_id, booking_id, nonce)


def booking_links(request: Request) -> BookingLinks:
    """Return the installation's link builder."""
    return BookingLinks.here(request)
