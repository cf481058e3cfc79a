"""Admin routes for new businesses that await review, if the installation requires it (A21)."""

from typing import Final

from fastapi import APIRouter

from marqueedesk.accounts import service as accounts
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.queries import held_businesses, locked_operator, owner_of
from marqueedesk.accounts.serializers import business_name
from marqueedesk.admin.access import Administrator
from marqueedesk.admin.errors import NoSuchUser
from marqueedesk.admin.schemas import HeldBusiness, ReviewInput
from marqueedesk.domain_events import BusinessApproved, BusinessRefused, publish
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit

router = APIRouter(tags=["administration"], responses=errors(401, 403))
_MOST: Final = 100


@router.get("/api/admin/new-businesses")
def new_businesses(db: Db, _: Administrator) -> list[HeldBusiness]:
    """List businesses awaiting review, longest waiting first, followed by declined ones; at most 100."""
    return [
        HeldBusiness(
            operator_id=operator.id,
            name=business_name(owner),
            email=owner.email,
            phone_number=owner.phone_number,
            confirmed=owner.email_confirmed_at is not None,
            held_at=operator.held_at or operator.created_at,
            refused_at=operator.refused_at,
        )
        for operator, owner in held_businesses(db, most=_MOST)
    ]


@router.patch("/api/admin/new-businesses/{operator_id}", status_code=204)
def review(db: Db, caller: Administrator, operator_id: PathId, body: ReviewInput) -> None:
    """Approve a business, which opens its form and releases its emails, or decline it. The owner gets an email.

    Repeated calls have no effect, and an approved business stays approved.
    """
    now = clock.now()
    approved = body.approved
    operator = locked_operator(db, operator_id)
    if operator is None:
        raise NoSuchUser
    if accounts.review(operator, approved=approved, now=now):
        owner = owner_of(db, operator.id)
        publish(db, (BusinessApproved if approved else BusinessRefused)(user_id=owner.id), now)
        action = "business.approved" if approved else "business.refused"
        audit.record(db, action, by=caller.actor, now=now, subject=(owner.id, owner.email))
