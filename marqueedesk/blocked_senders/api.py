"""Routes to look up, block and unblock the senders of online requests."""

from typing import Annotated

from fastapi import Request
from pydantic import Field

from marqueedesk.accounts.access import reading, record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_SETTINGS, HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.blocked_senders import service
from marqueedesk.blocked_senders.service import SenderOfBooking
from marqueedesk.bookings import queries
from marqueedesk.bookings.models import RefusedKind
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json, NoContent
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId, ResponseModel

router = Router(tags=["senders"], refuses=(401, 403))


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


@router.get("/api/bookings/{booking_id}/sender", refuses=(409,))
def booking_sender(request: Request, booking_id: PathId) -> Json[SenderOut]:
    """Return the sender of an online request, and what blocking would cancel. 409 `no_sender` for any other booking."""
    with reading(request) as (db, caller):
        require(caller, HANDLE_BOOKINGS)
        sender = service.sender_of(db, queries.booking(db, booking_id))
        return Json(_answer(sender, refused=sender.is_refused))


@router.post("/api/bookings/{booking_id}/refuse-sender", refuses=(409,))
def refuse_sender(request: Request, booking_id: PathId) -> Json[SenderOut]:
    """Block a sender: cancel all pending requests of the same address, mail domain (unless it is a common provider's)
    and network, and reject further ones. No customer gets an email.
    """
    with writing(request) as (db, caller):
        terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
        booking = queries.booking(db, booking_id)
        sender = service.refuse_sender(db, terms, booking, by=caller.user, now=clock.now())
        record_action(db, caller, "sender.refused", (booking_id, sender.email), canceled=len(sender.bookings))
        answer = _answer(sender, refused=True)
    return Json(answer)


@router.get("/api/refused-senders")
def refused_senders(request: Request) -> Json[list[RefusedSenderOut]]:
    """List blocked senders, newest first."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        return Json(
            [RefusedSenderOut.of_row(row, refused_at=row.refused_at.isoformat()) for row in service.refused_senders(db)]
        )


@router.delete("/api/refused-senders/{sender_id}")
def allow_sender(request: Request, sender_id: PathId) -> NoContent:
    """Unblock a sender."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        row = service.allow_sender(db, sender_id)
        record_action(db, caller, "sender.allowed", (row.booking_id, row.label))
    return NoContent()
