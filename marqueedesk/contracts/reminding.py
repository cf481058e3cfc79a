"""Daily reminders to signers, and notices of missed signing deadlines (K10). Nothing here commits."""

from contextlib import suppress
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.contracts import queries, service, subjects
from marqueedesk.contracts.models import WAITING, Contract, ContractSigner, ContractVersion
from marqueedesk.contracts.queries import ContractView
from marqueedesk.domain_events import ContractLapsed, publish
from marqueedesk.kit.errors import NotFound

MOST_REMINDERS: Final = 3
"""Maximum number of automatic reminders to a signer in one turn."""


def run(db: Session, operator: Operator, now: datetime) -> None:
    """Remind the next signers of the business's contracts, and announce contracts whose signing deadline has passed."""
    if not queries.waiting(db):
        return
    availability.lock(db, operator.id)
    for contract in queries.waiting(db):
        # The booking or quote may have been deleted.
        with suppress(NotFound):
            _check(db, operator, contract, now)


def _check(db: Session, operator: Operator, contract: Contract, now: datetime) -> None:
    subject = subjects.of_contract(db, operator, contract)
    view = queries.view_of(db, operator, subject, contract, now)
    version = view.current
    if version is None or version.state != WAITING:
        return
    if view.is_expired:
        _lapse(db, operator, view, version, now)
    elif view.unsigned and not subject.is_over and _is_due(operator, view, version, view.unsigned[0], now):
        view.unsigned[0].reminders += 1
        service.notify_next(db, operator, view, now, reminder=True)


def _lapse(db: Session, operator: Operator, view: ContractView, version: ContractVersion, now: datetime) -> None:
    """Announce the missed deadline once, unless only the business's signature is missing or the booking or quote is
    over.
    """
    version.lapsed_at = now
    if not view.unsigned or view.subject.is_over:
        return
    event = ContractLapsed(
        operator_id=operator.id,
        contract_id=version.contract_id,
        signer_id=view.unsigned[0].id,
        version=version.number,
    )
    publish(db, event, now)


def _is_due(
    operator: Operator, view: ContractView, version: ContractVersion, signer: ContractSigner, now: datetime
) -> bool:
    """Return true if the signer can be reached, and the reminder interval has passed since the last message.

    A phone number counts once a text was sent to it, because most signers have not agreed to texts.
    """
    days = view.rules.reminder_days
    can_be_reached = signer.texted_at is not None or bool(signer.email and signer.email_failed_at is None)
    if days is None or not can_be_reached or signer.reminders >= MOST_REMINDERS:
        return False
    zone = service.operator_zone(operator)
    asked = max(at for at in (version.created_at, signer.emailed_at, signer.texted_at) if at is not None)
    return (now.astimezone(zone).date() - asked.astimezone(zone).date()).days >= days
