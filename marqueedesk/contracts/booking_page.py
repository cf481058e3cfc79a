"""The contract on its booking's page: its state for the customer, and the signed PDF."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.contracts import contract_links, queries
from marqueedesk.contracts.errors import NotSignedYet
from marqueedesk.contracts.models import ContractSigner
from marqueedesk.contracts.queries import ContractView
from marqueedesk.contracts.schemas import VersionTotalOut
from marqueedesk.contracts.serializers import differences, is_next, version_total, waiting_version
from marqueedesk.contracts.subjects import ContractSubject
from marqueedesk.kit import clock
from marqueedesk.kit.http.links import LinkMaker
from marqueedesk.kit.http.schemas import ResponseModel


class PageContractOut(ResponseModel):
    """The contract on its booking's page, without other signers and their links."""

    state: Literal["waiting", "signed", "declined", "expired"]
    signed_at: Annotated[str | None, Field(description="When everyone had signed the binding version")]
    binding: Annotated[VersionTotalOut | None, Field(description="The version that everyone signed last")]
    waiting: Annotated[VersionTotalOut | None, Field(description="The version that waits for signatures")]
    differences: Annotated[list[ChangedInWordsOut], Field(description="Changes since the binding version")]
    signed_by_you: Annotated[bool, Field(description="Whether the customer has signed the current version")]
    sign_url: Annotated[
        str | None,
        Field(description="The page to sign on, if it is the turn of the signer with the customer's email address"),
    ]


def page_contract(db: Session, operator: Operator, booking: Booking, links: LinkMaker) -> PageContractOut | None:
    """Return the contract of a booking for its page; None if none was sent."""
    view = _view(db, operator, booking)
    if view is None or (state := view.state) in ("draft", "not_needed"):
        return None
    signed_at = None
    if view.binding is not None and view.binding.completed_at is not None:
        signed_at = view.binding.completed_at.astimezone(ZoneInfo(operator.time_zone)).isoformat()
    if view.subject.is_over:
        # Nothing can be signed anymore, so that only the binding version counts.
        if view.binding is None:
            return None
        return PageContractOut(
            state="signed",
            signed_at=signed_at,
            binding=version_total(view.binding),
            waiting=None,
            differences=[],
            signed_by_you=False,
            sign_url=None,
        )
    row = _customers_row(view, booking)
    return PageContractOut(
        state=state,
        signed_at=signed_at,
        binding=version_total(view.binding),
        waiting=waiting_version(view),
        differences=differences(view, operator),
        signed_by_you=row is not None and any(one.signer_id == row.id for one in view.signatures),
        sign_url=(
            contract_links.address_of(links.signer, links.public_url, row)
            if row is not None and is_next(view, row)
            else None
        ),
    )


def signed_contract_pdf(db: Session, operator: Operator, booking: Booking) -> bytes:
    """Return the PDF of the binding version. Raises NotSignedYet."""
    view = _view(db, operator, booking)
    pdf = queries.signed_pdf(db, view.binding.id) if view is not None and view.binding is not None else None
    if pdf is None:
        raise NotSignedYet
    return pdf


def _view(db: Session, operator: Operator, booking: Booking) -> ContractView | None:
    subject = ContractSubject(booking, None, None)
    contract = queries.contract_of(db, subject)
    return queries.view_of(db, operator, subject, contract, clock.now()) if contract is not None else None


def _customers_row(view: ContractView, booking: Booking) -> ContractSigner | None:
    """Return the customer among the signers: the one with their email address, first the one whose turn it is."""
    address = (booking.customer_email or "").casefold()
    rows = [row for row in view.signers if address and (row.email or "").casefold() == address]
    return next((row for row in rows if is_next(view, row)), rows[0] if rows else None)
