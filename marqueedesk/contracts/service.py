"""Send contracts, and record what their signers do. None of these functions commits; all need the operator's lock."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.models import CONFIRMED, FROM_FORM, PENDING
from marqueedesk.business import queries as business
from marqueedesk.contracts import consent, contract_links, queries, subjects
from marqueedesk.contracts.errors import (
    BookingOver,
    ConsentNeeded,
    ContractChanged,
    ContractDeclined,
    ContractExpired,
    ContractSigned,
    NothingToCountersign,
    NothingToSign,
    NotYourTurn,
)
from marqueedesk.contracts.evidence import SignedContract, SignedFiles, SignerEvidence
from marqueedesk.contracts.models import (
    DECLINED,
    LINK,
    REPLACED,
    SIGNED,
    WAITING,
    Contract,
    ContractFile,
    ContractSignature,
    ContractSigner,
    ContractVersion,
)
from marqueedesk.contracts.paper import content_of
from marqueedesk.contracts.queries import ContractView
from marqueedesk.contracts.subjects import ContractSubject
from marqueedesk.domain_events import ContractCompleted, ContractRefused, ContractSent, publish
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Signer
from marqueedesk.pricing.agreed_price import delivery_is_open

AUTOMATIC: Final = "automatic"


@dataclass(frozen=True, slots=True)
class NewSigner:
    """A person who is asked to sign."""

    name: str
    email: str | None
    phone: str | None
    role: str


@dataclass(frozen=True, slots=True)
class GivenSignature:
    """A signature as given by a signer, with their address and browser. ``shown`` is the version on their screen; None
    means the version last opened with their link.
    """

    name: str
    image: bytes | None
    initials: dict[str, str]
    address: str
    agent: str | None
    shown: int | None = None


def send(
    db: Session,
    signer: Signer,
    operator: Operator,
    subject: ContractSubject,
    people: Sequence[NewSigner],
    expires_at: datetime | None,
    now: datetime,
) -> ContractView:
    """Send a contract to its signers, in place of an unsigned one. No-op if the same people already have it.

    Raises BookingOver, ContractSigned, and Invalid if the signing deadline has passed.
    """
    if subject.is_over:
        raise BookingOver
    before = queries.view(db, operator, subject, now)
    if before.state == "signed":
        raise ContractSigned
    contract = before.contract
    if contract is None:
        booking, quote = subject.booking, subject.quote
        contract = Contract(
            booking_id=booking.id if booking is not None else None,
            quote_id=quote.id if quote is not None else booking.quote_id if booking is not None else None,
            created_at=now,
        )
        db.add(contract)
    elif before.state == WAITING and before.current is not None and _is_sent_to(before, people, expires_at):
        return before
    contract.expires_at = expires_at
    db.flush()
    until = subjects.expiry(contract, subject, operator_zone(operator))
    if until is not None and until <= now:
        raise Invalid(fields={"expiresAt": "The time to sign must end in the future"})
    for row in before.signers:
        row.withdrawn_at = now
        links.forget(db, kind=LINK, operator_id=operator.id, target_id=row.id)
    for position, person in enumerate(people):
        row = ContractSigner(
            contract_id=contract.id,
            position=position,
            name=person.name,
            email=person.email,
            phone=person.phone,
            role=person.role,
            nonce=links.new_nonce(),
        )
        db.add(row)
        db.flush()
        contract_links.make(db, signer, row, now)
    for version in before.versions:
        if version.state not in {SIGNED, REPLACED}:
            version.state = REPLACED
    db.flush()
    return _add_version(db, operator, subject, contract, now)


def operator_zone(operator: Operator) -> ZoneInfo:
    """Return the business's time zone."""
    return ZoneInfo(operator.time_zone)


def _is_sent_to(view: ContractView, people: Sequence[NewSigner], expires_at: datetime | None) -> bool:
    sent = [(row.name, row.email, row.phone, row.role) for row in view.signers]
    same_time = view.contract is not None and view.contract.expires_at == expires_at
    return same_time and sent == [(one.name, one.email, one.phone, one.role) for one in people]


def _add_version(
    db: Session, operator: Operator, subject: ContractSubject, contract: Contract, now: datetime
) -> ContractView:
    """Add a version of the current agreement, and notify the first signer."""
    view = queries.view_of(db, operator, subject, contract, now)
    number = view.versions[-1].number + 1 if view.versions else 1
    db.add(
        ContractVersion(
            contract_id=contract.id,
            number=number,
            state=WAITING,
            file_code=secrets.token_hex(16),
            agreed=view.agreed,
            content=content_of(db, operator, subject, view.rules, number, now),
            total_cents=subject.total_cents,
            template_version=view.rules.version,
            countersign=view.rules.countersign,
            created_at=now,
        )
    )
    db.flush()
    view = queries.view_of(db, operator, subject, contract, now)
    notify_next(db, operator, view, now)
    return view


def notify_next(db: Session, operator: Operator, view: ContractView, now: datetime, *, reminder: bool = False) -> bool:
    """Publish an event for the next signer's turn, or for a reminder. Return false if no signature is missing."""
    if view.contract is None or view.current is None or not view.unsigned or view.is_expired:
        return False
    signer = view.unsigned[0]
    if not reminder:
        signer.reminders = 0
    event = ContractSent(
        operator_id=operator.id,
        contract_id=view.contract.id,
        signer_id=signer.id,
        version=view.current.number,
        reminder=reminder,
    )
    publish(db, event, now)
    return True


def up_to_date(db: Session, operator: Operator, contract: Contract, now: datetime) -> ContractView:
    """Return a contract, after adding a version if the booking has changed since the last one. The signed version binds
    until the new one is signed; if the change was undone, the unsigned version is replaced by the signed one.
    """
    subject = subjects.of_contract(db, operator, contract)
    view = queries.view_of(db, operator, subject, contract, now)
    latest = view.versions[-1] if view.versions else None
    if subject.is_over or latest is None or not view.signers:
        return view
    if latest.state in {WAITING, DECLINED} and view.current is not latest:
        latest.state = REPLACED
        db.flush()
    return view if view.current is not None else _add_version(db, operator, subject, contract, now)


def opened(db: Session, operator: Operator, row: ContractSigner, now: datetime) -> ContractView:
    """Record that a signer opened the current version."""
    view = up_to_date(db, operator, _contract(db, row), now)
    row.opened_at = row.opened_at or now
    row.seen_version = view.number
    return view


def consented(row: ContractSigner, version: int, now: datetime) -> None:
    """Record a signer's consent to electronic records. Raises Invalid for another version of the text."""
    if version != consent.VERSION:
        raise Invalid(fields={"version": "The text has changed. Please read it again"})
    if row.consent_version != version:
        row.consent_version, row.consent_at = version, now


def remind(db: Session, operator: Operator, view: ContractView, now: datetime) -> ContractView:
    """Send the link to the signer whose turn it is once more. Raises NothingToSign."""
    if view.contract is None:
        raise NothingToSign
    view = up_to_date(db, operator, view.contract, now)
    if view.state != WAITING or not notify_next(db, operator, view, now, reminder=True):
        raise NothingToSign
    return view


def ensure_can_sign(view: ContractView, row: ContractSigner, given: GivenSignature) -> ContractVersion | None:
    """Return the version that a signer is about to sign; None if they already signed it.

    Raises ContractDeclined, ContractExpired, ContractSigned, NotYourTurn, ConsentNeeded, ContractChanged, BookingOver,
    and Invalid if initials are missing.
    """
    if any(signature.signer_id == row.id for signature in view.signatures):
        return None
    if view.subject.is_over:
        raise BookingOver
    if view.state == DECLINED:
        raise ContractDeclined
    if view.state == SIGNED:
        raise ContractSigned
    if view.is_expired:
        raise ContractExpired
    first = view.unsigned[0] if view.unsigned else None
    if first is None or first.id != row.id:
        raise NotYourTurn
    if row.consent_version != consent.VERSION:
        raise ConsentNeeded
    version = _version_on_screen(view, row, given.shown)
    needed = [str(index) for index, part in enumerate(version.content["sections"]) if part["initials"]]
    missing = [index for index in needed if not given.initials.get(index)]
    if missing:
        title = version.content["sections"][int(missing[0])]["title"]
        raise Invalid(fields={"initials": f"Enter your initials at “{title}”"})
    return version


def _version_on_screen(view: ContractView, row: ContractSigner, shown: int | None) -> ContractVersion:
    """Return the current version if it is the one that the signer sees. Raises ContractChanged."""
    version = view.current
    if version is None or row.seen_version != version.number or shown not in {None, version.number}:
        raise ContractChanged(version=view.number)
    return version


def signed_contract(
    db: Session,
    operator: Operator,
    view: ContractView,
    version: ContractVersion,
    now: datetime,
    *,
    new: tuple[ContractSigner, GivenSignature] | None = None,
    countersigned_by: str | None = None,
) -> SignedContract:
    """Return a version with its signatures as plain values, including a ``new`` one that isn't stored yet."""
    signers = queries.all_signers(db, version.contract_id)
    rows = [_evidence(signers[row.signer_id], row) for row in view.signatures]
    if new is not None:
        rows.append(_evidence(new[0], _signature(version, *new, now)))
    logo = business.logo(db)
    return SignedContract(
        operator_id=operator.id,
        content=version.content,
        code=version.file_code,
        version=version.number,
        template_version=version.template_version,
        created_at=version.created_at,
        signatures=rows,
        company=company_name(db, operator),
        countersigned_by=countersigned_by,
        countersigned_at=now if countersigned_by is not None else None,
        time_zone=operator.time_zone,
        date_format=operator.date_format,
        time_format=operator.time_format,
        logo=logo[1] if logo else None,
        unsigned=queries.with_files(db, version.id).unsigned_pdf,
    )


def company_name(db: Session, operator: Operator) -> str:
    """Return the business's name, with which it countersigns automatically."""
    return business.company(db, operator)["name"]


def completes(view: ContractView, version: ContractVersion) -> bool:
    """Return true if the next signature is the last one, including the business's."""
    return len(view.unsigned) == 1 and version.countersign == AUTOMATIC


def _signature(
    version: ContractVersion, signer: ContractSigner, given: GivenSignature, now: datetime
) -> ContractSignature:
    return ContractSignature(
        contract_id=version.contract_id,
        version_id=version.id,
        signer_id=signer.id,
        signed_at=now,
        name=given.name,
        how="drawn" if given.image is not None else "typed",
        image=given.image,
        initials=given.initials,
        address=given.address,
        agent=given.agent,
    )


def _evidence(signer: ContractSigner, row: ContractSignature) -> SignerEvidence:
    return SignerEvidence(
        signer.name,
        signer.role,
        row.name,
        row.how,
        row.image,
        row.initials,
        row.signed_at,
        row.address,
        row.agent,
        signer.email,
        signer.emailed_at,
        signer.email_failed_at,
        signer.phone,
        signer.texted_at,
        signer.opened_at,
        signer.consent_version,
        signer.consent_at,
    )


def record_signature(
    db: Session, operator: Operator, view: ContractView, row: ContractSigner, given: GivenSignature, now: datetime
) -> None:
    """Store a signature of the current version, and notify the next signer."""
    version = view.current
    if version is None:
        raise ContractChanged(version=view.number)
    db.add(_signature(version, row, given, now))
    db.flush()
    after = queries.view_of(db, operator, view.subject, view.contract, now)
    if after.unsigned:
        notify_next(db, operator, after, now)


def complete(
    db: Session, operator: Operator, version: ContractVersion, files: SignedFiles, countersigned_by: str, now: datetime
) -> None:
    """Store the files of a fully signed version, which makes it binding."""
    version.state, version.completed_at, version.countersigned_by = SIGNED, now, countersigned_by
    version.unsigned_pdf, version.unsigned_sha256 = files.unsigned, files.unsigned_sha256
    version.pdf, version.sha256, version.certificate = files.pdf, files.sha256, files.certificate
    file = ContractFile(sha256=files.sha256, file_code=version.file_code, operator_id=operator.id, signed_at=now)
    db.add(file)
    event = ContractCompleted(operator_id=operator.id, contract_id=version.contract_id, version=version.number)
    publish(db, event, now)
    db.flush()
    _confirm(db, operator, version.contract_id, now)


def _confirm(db: Session, operator: Operator, contract_id: int, now: datetime) -> None:
    """Confirm a request that only waited for the signature. One that also waits for the business, a payment or letters
    stays pending.
    """
    contract = queries.find_contract(db, contract_id)
    booking = bookings.find_booking(db, contract.booking_id) if contract is not None and contract.booking_id else None
    if booking is None or booking.status != PENDING or not operator.waits_for_signature or operator.approval_required:
        return
    if booking.source != FROM_FORM or booking.asked is not None or booking.pay_by is not None or booking.must_confirm:
        return
    if delivery_is_open(booking.breakdown):
        return
    with suppress(Problem), db.begin_nested():
        terms = availability.lock(db, operator.id)
        transitions.change_status(db, terms, booking.id, CONFIRMED, by=booking.customer_name, now=now)


def ensure_can_countersign(view: ContractView) -> ContractVersion:
    """Return the version that lacks only the business's signature. Raises NothingToCountersign."""
    if view.current is None or not view.awaits_countersignature or view.subject.is_over:
        raise NothingToCountersign
    return view.current


def decline(
    db: Session,
    operator: Operator,
    view: ContractView,
    row: ContractSigner,
    reason: str,
    now: datetime,
    *,
    shown: int | None = None,
) -> None:
    """Decline the current version. Idempotent. ``shown`` is the version on the signer's screen (GivenSignature).

    Raises ContractSigned, ContractChanged and ContractExpired.
    """
    version = view.current
    if version is not None and version.state == DECLINED:
        return
    if version is not None and version.state == SIGNED:
        raise ContractSigned
    version = _version_on_screen(view, row, shown)
    if view.is_expired:
        raise ContractExpired
    if any(signature.signer_id == row.id for signature in view.signatures):
        raise ContractSigned("You have already signed this contract.")
    version.state, version.declined_at = DECLINED, now
    version.declined_by_id, version.decline_reason = row.id, reason
    event = ContractRefused(operator_id=operator.id, contract_id=version.contract_id, version=version.number)
    publish(db, event, now)
    db.flush()


def _contract(db: Session, row: ContractSigner) -> Contract:
    found = queries.find_contract(db, row.contract_id)
    assert found is not None  # noqa: S101 - the signer refers to it.
    return found
