"""Routes to look up, block and unblock the senders of online requests."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from marqueedesk.accounts.access import Caller, record_action, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.rights import CHANGE_SETTINGS, HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.blocked_senders import service
from marqueedesk.blocked_senders.service import SenderOfBooking
from marqueedesk.bookings import queries
from marqueedesk.bookings.models import RefusedKind
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId, ResponseModel

router = APIRouter(tags=["senders"], responses=errors(401, 403))


class SenderOut(ResponseModel):
    """The sender of a request, and the requests that blocking would cancel."""

    email: str
    domain: Annotated[str | None, Field(description="The mail domain; null at a common provider such as Gmail")]
    network: Annotated[bool, Field(description="True if the sender's network is known")]
    bookings: Annotated[list[int], Field(description="Numbers of the bookings that are canceled")]
    waiting: Annotated[int, Field(description="Number of waiting list entries that are removed")]
    refused: Annotated[bool, Field(description="True if the sender is blocked")]


class RefusedSenderOut(ResponseModel):
    """A blocked email address, mail domain or network."""

    id: int
    kind: RefusedKind
    label: Annotated[str, Field(description="The address or the domain; of a network, the customer's name")]
    booking_id: int
    refused_at: str
    refused_by: str


def _answer(sender: SenderOfBooking, *, refused: bool) -> SenderOut:
    return SenderOut(
        email=sender.email,
        domain=sender.domain,
        network=sender.network is not None,
        bookings=[booking.number for booking in sender.bookings],
        waiting=len(sender.entries),
        refused=refused,
    )


@router.get("/api/bookings/{booking_id}/sender", responses=errors(409))
def booking_sender(db: Db, _: Annotated[Caller, Requires(HANDLE_BOOKINGS)], booking_id: PathId) -> SenderOut:
    """Return the sender of an online request, and what blocking would cancel. 409 `no_sender` for any other booking."""
    sender = service.sender_of(db, queries.booking(db, booking_id))
    return _answer(sender, refused=sender.is_refused)


@router.post("/api/bookings/{booking_id}/refuse-sender", responses=errors(409))
def refuse_sender(db: Db, caller: SignedIn, booking_id: PathId) -> SenderOut:
    """Block a sender: cancel all pending requests of the same address, mail domain (unless it is a common provider's)
    and network, and reject further ones. No customer gets an email.
    """
    terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
    booking = queries.booking(db, booking_id)
    sender = service.refuse_sender(db, terms, booking, by=caller.user, now=clock.now())
    record_action(db, caller, "sender.refused", (booking_id, sender.email), canceled=len(sender.bookings))
    return _answer(sender, refused=True)


@router.get("/api/refused-senders")
def refused_senders(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> list[RefusedSenderOut]:
    """List blocked senders, newest first."""
    return [RefusedSenderOut.of_row(row, refused_at=row.refused_at.isoformat()) for row in service.refused_senders(db)]


@router.delete("/api/refused-senders/{sender_id}", status_code=204)
def allow_sender(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], sender_id: PathId) -> None:
    """Unblock a sender."""
    row = service.allow_sender(db, sender_id)
    record_action(db, caller, "sender.allowed", (row.booking_id, row.label))
