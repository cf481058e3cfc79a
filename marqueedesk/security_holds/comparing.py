"""Compare security holds listed by the provider with those recorded here."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.security_holds.holds import HOLD
from marqueedesk.security_holds.models import ASKED, CAPTURED, CAPTURING, HELD, RELEASING, SecurityHold
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE
from marqueedesk.stripe.values import IntentState

_WITH_A_JOB = {ASKED, CAPTURING, RELEASING}
"""States with a pending request to the provider, which a job completes."""


def differences(db: Session, listed: Listed) -> list[Difference]:
    """Return the holds of all businesses that are captured, released or lapsed at the provider but not here."""
    with all_tenants(db, "comparing every business's security holds with the provider"):
        return list(_holds(db, listed))


def _holds(db: Session, listed: Listed) -> Iterator[Difference]:
    ours = [state for state in listed.intents if state.metadata.get(PURPOSE) == HOLD]
    statement = select(SecurityHold).where(
        SecurityHold.provider_id.in_([state.id for state in ours]), SecurityHold.live == listed.live
    )
    known = {row.provider_id: row for row in db.scalars(statement) if row.made_on == listed.account_id}
    for state in ours:
        row = known.get(state.id)
        # If the ID isn't recorded yet, a job repeats the idempotent request and records it.
        if row is not None and row.state not in _WITH_A_JOB and _differs(row, state):
            yield Difference("payment_intent", state.id, f"{state.status}-{state.received_cents}")


def _differs(row: SecurityHold, state: IntentState) -> bool:
    if state.status == "succeeded":
        return (row.state, row.captured_cents) != (CAPTURED, state.received_cents)
    return (row.state == HELD) != state.is_authorized
