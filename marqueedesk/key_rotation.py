"""Replacement of the installation's secret: stored secrets are encrypted again, and links get the new secret's tokens.

Old links keep working, because a link is found by the digest of its token. Without this, they could no longer be shown
or sent again (docs/adr/0011-links-by-token.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import Table, literal, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Invitation, SecondFactor
from marqueedesk.bookings import links as booking_links
from marqueedesk.bookings.models import LINK as BOOKING
from marqueedesk.bookings.models import BookingLink
from marqueedesk.books.partners.models import BooksConnection
from marqueedesk.calendar_feed.models import LINK as FEED
from marqueedesk.calendar_feed.models import CalendarFeed
from marqueedesk.contracts.models import LINK as CONTRACT
from marqueedesk.contracts.models import ContractSigner
from marqueedesk.customer_pages import booking_lists
from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.follow_ups import priced, recipients
from marqueedesk.follow_ups.models import FollowUpRecipient, PricedLead
from marqueedesk.gift_cards.models import GiftCardPurchase
from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.instance_settings.secrets import is_current, seal, unseal
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.http.links import PURPOSE, Link, Signer, digest_of
from marqueedesk.payments import shares
from marqueedesk.payments.models import PaymentShare
from marqueedesk.quotes.models import LINK as QUOTE
from marqueedesk.quotes.models import Quote
from marqueedesk.reviews import requests as reviews
from marqueedesk.reviews.models import Review
from marqueedesk.settings import Settings
from marqueedesk.teams import invitations
from marqueedesk.waiting_list import waiting
from marqueedesk.waiting_list.waiting_entry import WaitingEntry


def of(model: type[Base]) -> Table:
    """Return a model's table."""
    return cast("Table", model.__table__)


PORTION: Final = 500
"""Number of links per transaction."""


@dataclass(frozen=True, slots=True)
class LinkSource:
    """A table whose rows have a link of one kind. ``nonce`` is None if links of the kind have none, ``digest`` if the
    rows have no copy of the token's digest.
    """

    kind: str
    table: Table
    target: str = "id"
    nonce: str | None = "nonce"
    digest: str | None = None


SOURCES: Final = (
    LinkSource(QUOTE, of(Quote), nonce="link_nonce", digest="link_digest"),
    LinkSource(BOOKING, of(BookingLink), "booking_id", digest="digest"),
    LinkSource(booking_links.CONFIRMATION, of(BookingLink), "booking_id", nonce=None),
    LinkSource(booking_lists.LINK, of(BookingListLink)),
    LinkSource(booking_lists.SESSION, of(BookingListLink)),
    LinkSource(CONTRACT, of(ContractSigner)),
    LinkSource(FEED, of(CalendarFeed), "operator_id", digest="digest"),
    LinkSource(invitations.LINK, of(Invitation)),
    LinkSource(priced.LINK, of(PricedLead)),
    LinkSource(recipients.LINK, of(FollowUpRecipient)),
    LinkSource(reviews.LINK, of(Review)),
    LinkSource(shares.LINK, of(PaymentShare)),
    LinkSource(waiting.LINK, of(WaitingEntry)),
)


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """What a token is derived from besides its kind."""

    operator_id: int
    target_id: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Rotation:
    """Counts of links with a new token, secrets that were re-encrypted, and secrets that no key can decrypt."""

    links: int
    secrets: int
    unreadable: int


def rotate(database: Database, settings: Settings) -> Rotation:
    """Bring everything to the first of the installation's secrets. Can be interrupted and repeated."""
    newest, *older = (Signer(key) for key in settings.keys_for(PURPOSE))
    renewed = sum(_renew(database, source, newest, older) for source in SOURCES) if older else 0
    with database.write() as db, all_tenants(db, "secrets of all businesses"):
        sealed, unreadable = _seal_again(db, settings)
    return Rotation(renewed, sealed, unreadable)


def _renew(database: Database, source: LinkSource, newest: Signer, older: Sequence[Signer]) -> int:
    """Add tokens of the newest key for one kind of link, wherever a token of an older key exists. Return the count."""
    columns = source.table.c
    nonce = columns[source.nonce] if source.nonce is not None else literal("")
    with database.read() as db, all_tenants(db, "links of all businesses"):
        rows = db.execute(select(columns.operator_id, columns[source.target], nonce)).all()
    targets = [LinkTarget(*row) for row in rows]
    renewed = 0
    for start in range(0, len(targets), PORTION):
        with database.write() as db, all_tenants(db, "links of all businesses"):
            renewed += _renew_portion(db, source, targets[start : start + PORTION], newest, older)
    return renewed


def _renew_portion(
    db: Session, source: LinkSource, targets: Sequence[LinkTarget], newest: Signer, older: Sequence[Signer]
) -> int:
    def digest(key: Signer, target: LinkTarget) -> str:
        return digest_of(key.token(source.kind, target.operator_id, target.target_id, target.nonce))

    current = {target: digest(newest, target) for target in targets}
    before = {target: [digest(key, target) for key in older] for target in targets}
    asked = [*current.values(), *(one for digests in before.values() for one in digests)]
    known = set(db.scalars(select(Link.token_digest).where(Link.token_digest.in_(asked))))
    added = 0
    for target, token_digest in current.items():
        # A link that was withdrawn has no token, and gets none.
        if token_digest in known or known.isdisjoint(before[target]):
            continue
        db.add(
            Link(
                token_digest=token_digest,
                operator_id=target.operator_id,
                kind=source.kind,
                target_id=target.target_id,
                created_at=clock.now(),
            )
        )
        if source.digest is not None:
            row = (source.table.c.operator_id == target.operator_id, source.table.c[source.target] == target.target_id)
            db.execute(update(source.table).where(*row).values({source.digest: token_digest}))
        added += 1
    return added


def _seal_again(db: Session, settings: Settings) -> tuple[int, int]:
    """Encrypt every stored secret with the current key; return the numbers of those changed and of unreadable ones."""
    holders: list[tuple[Any, str]] = [
        *((row, "sealed") for row in db.scalars(select(PlatformSetting).where(PlatformSetting.sealed.is_not(None)))),
        *((row, "secret") for row in db.scalars(select(SecondFactor))),
        *((row, name) for row in db.scalars(select(BooksConnection)) for name in ("access_token", "refresh_token")),
        *((row, "sealed_code") for row in db.scalars(select(GiftCardPurchase))),
    ]
    changed = unreadable = 0
    for row, name in holders:
        sealed = getattr(row, name)
        if sealed is None or is_current(settings, sealed):
            continue
        secret = unseal(settings, sealed)
        if secret is None:
            unreadable += 1
        else:
            setattr(row, name, seal(settings, secret))
            changed += 1
    # Flush here: the session may only write rows of all businesses inside the caller's block.
    db.flush()
    return changed, unreadable
