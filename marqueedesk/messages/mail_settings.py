"""Email settings of the installation: address, name, link secret and mail server."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import urlencode, urlsplit

from sqlalchemy.orm import Session

from marqueedesk.accounts import email_changes
from marqueedesk.accounts.models import EmailChange, Invitation, PasswordReset
from marqueedesk.accounts.resets import reset_address
from marqueedesk.bookings.links import BookingLinks, stored_link
from marqueedesk.bookings.models import Booking
from marqueedesk.contracts import contract_links
from marqueedesk.contracts.models import ContractSigner
from marqueedesk.conversations.models import SmsLink
from marqueedesk.customer_pages import booking_lists
from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.follow_ups import priced, recipients
from marqueedesk.follow_ups.models import FollowUpRecipient, PricedLead
from marqueedesk.instance_settings.secrets import unseal
from marqueedesk.instance_settings.service import Platform, StripeKeys, effective
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http.links import PURPOSE, Signer
from marqueedesk.messages.content import Link, RowLink
from marqueedesk.messages.message import Chosen
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.serializers import Links
from marqueedesk.reviews import requests as reviews
from marqueedesk.reviews.models import Review
from marqueedesk.settings import Settings, Smtp
from marqueedesk.sms.gateway import SmsAccount
from marqueedesk.stripe.metadata import DASHBOARD
from marqueedesk.teams import invitations
from marqueedesk.waiting_list import waiting
from marqueedesk.waiting_list.waiting_entry import WaitingEntry


@dataclass(frozen=True, slots=True)
class Site:
    """The installation's current settings for its emails (G1, G2)."""

    name: str
    url: str
    # The currency of plans.
    currency: str
    smtp: Smtp | None
    sender: str
    reply_to: str | None
    signature: str | None
    # Contact details of the installation's owner, line by line.
    contact: tuple[str, ...]
    # The installation's own texts of some messages (G3).
    templates: Chosen
    signer: Signer
    # Decrypts a stored secret; None if none of the installation's keys can.
    read_secret: Callable[[str], str | None]
    # URL of the payment provider's dashboard; a stand-in has one too.
    dashboard: str = DASHBOARD

    @property
    def booking_links(self) -> BookingLinks:
        """Return the builder of customers' booking links."""
        return BookingLinks(self.signer, self.url)

    def address_of(self, db: Session, link: Link) -> str | None:
        """Return the URL of a link; None if its target is gone or no longer accessible."""
        match link:
            case {"to": "page"}:
                return self.url + link["path"]
            case {"to": "site"}:
                return link["address"]
            case {"to": "booking"}:
                row = stored_link(db, link["id"])
                address = self.booking_links.address(row) if row else None
                query = urlencode({"pay": link["pay"], "of": link["of"]}) if "pay" in link and "of" in link else None
                if link.get("retakes"):
                    query = "retake=1"
                if address and link.get("again"):
                    return f"{address}#again"
                return f"{address}?{query}" if address and query else address
            case _:
                return self._address_of_row(db, link)

    def _address_of_row(self, db: Session, link: RowLink) -> str | None:
        address: str | None = None
        match link["to"]:
            case "quote":
                with suppress(NotFound):
                    address = Links(self.signer, self.url).address(quotes.quote(db, link["id"]))
            case "waiting":
                entry = own(db, WaitingEntry, link["id"])
                address = waiting.address_of(self.signer, self.url, entry) if entry else None
            case "leave_waiting":
                entry = own(db, WaitingEntry, link["id"])
                address = waiting.leaving_address_of(self.signer, self.url, entry) if entry else None
            case "lead":
                lead = own(db, PricedLead, link["id"])
                address = priced.address_of(self.signer, self.url, lead) if lead else None
            case "review":
                review = own(db, Review, link["id"])
                address = reviews.address_of(self.signer, self.url, review) if review else None
            case "contract":
                person = own(db, ContractSigner, link["id"])
                is_current = person is not None and person.withdrawn_at is None
                address = contract_links.address_of(self.signer, self.url, person) if person and is_current else None
            case "stop_follow_ups":
                recipient = own(db, FollowUpRecipient, link["id"])
                address = recipients.one_click_address_of(self.signer, self.url, recipient) if recipient else None
            case "booking_list":
                row = own(db, BookingListLink, link["id"])
                address = booking_lists.address_of(self.signer, self.url, row) if row else None
            case "confirm_request":
                booking = own(db, Booking, link["id"])
                address = self.booking_links.confirmation_address(booking.operator_id, booking.id) if booking else None
            case "reset":
                reset = db.get(PasswordReset, link["id"])
                address = reset_address(self.signer, self.url, reset) if reset else None
            case "confirm_email" | "keep_email":
                change = db.get(EmailChange, link["id"])
                kind = email_changes.CONFIRM if link["to"] == "confirm_email" else email_changes.UNDO
                address = email_changes.address_of(self.signer, self.url, change, kind) if change else None
            case "invitation":
                invitation = own(db, Invitation, link["id"])
                address = invitations.address(self.signer, self.url, invitation) if invitation else None
        return address


def contact_lines(platform: Platform) -> tuple[str, ...]:
    """Return the contact details of the installation's owner (G1), if set: address, then phone and email."""
    where = ", ".join(line.strip() for line in (platform.company_address or "").splitlines() if line.strip())
    contact = " · ".join(value for value in (platform.company_phone, platform.company_email) if value)
    return tuple(line for line in (where, contact) if line)


class MailSettings:
    """The installation's email settings, read when needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def host(self) -> str:
        """Return the hostname of the installation, used in Message-IDs."""
        return urlsplit(self._settings.public_url).hostname or "localhost"

    @property
    def limits_on(self) -> bool:
        """Return true if the installation limits how many emails businesses send."""
        return self._settings.rate_limits == "on"

    @cached_property
    def _signer(self) -> Signer:
        # Created lazily: without SECRET_KEY, this generates a key file.
        return Signer(self._settings.key_for(PURPOSE))

    def stripe_keys(self, db: Session) -> StripeKeys | None:
        """Return the installation's Stripe keys; None while card payments are not set up."""
        return effective(db, self._settings).stripe

    def text_account(self, db: Session) -> SmsAccount | None:
        """Return the account at the text provider; None while it is not set up."""
        return effective(db, self._settings).sms

    def address_of_text(self, db: Session, link: SmsLink) -> str | None:
        """Return the URL of a text's link; None if its target is gone or no longer accessible."""
        target: Link = {"to": "booking", "id": link["id"]}
        if link["to"] != "booking":
            target = {"to": link["to"], "id": link["id"]}
        return self.site(db).address_of(db, target)

    def site(self, db: Session) -> Site:
        """Return the installation's current settings. Call this once per email."""
        platform = effective(db, self._settings)
        return Site(
            name=platform.site_name,
            url=platform.site_url.rstrip("/"),
            currency=platform.currency,
            smtp=platform.smtp,
            sender=platform.email_from,
            reply_to=platform.email_reply_to,
            signature=platform.email_signature,
            contact=contact_lines(platform),
            templates=platform.mail_templates,
            signer=self._signer,
            read_secret=partial(unseal, self._settings),
            dashboard=(platform.stripe.api_base if platform.stripe else None) or DASHBOARD,
        )
