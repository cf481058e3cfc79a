"""Read contracts: versions, signers, signatures and the resulting state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session, undefer

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.contracts import subjects
from marqueedesk.contracts.models import (
    DECLINED,
    REPLACED,
    SIGNED,
    WAITING,
    Contract,
    ContractSignature,
    ContractSigner,
    ContractVersion,
)
from marqueedesk.contracts.subjects import ContractSubject
from marqueedesk.contracts.template import TemplateRules, rules_of
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.db.rows import fresh

State = Literal["not_needed", "draft", "waiting", "signed", "declined", "expired"]
COMPARED = ("lines", "address", "deliveryDate", "pickupDate", "totalPrice")


def is_same(one: JsonObject, other: JsonObject) -> bool:
    """Return true if words, days, price and place are the same."""
    return all(one.get(name) == other.get(name) for name in COMPARED)


@dataclass(frozen=True, slots=True)
class ContractView:
    """A contract as of now. ``current`` is the version to sign or signed; None if the booking has changed since, so
    that the next version has not been created yet. ``binding`` is the version that everyone signed last.
    """

    subject: ContractSubject
    rules: TemplateRules
    contract: Contract | None
    signers: Sequence[ContractSigner]
    versions: Sequence[ContractVersion]
    current: ContractVersion | None
    binding: ContractVersion | None
    signatures: Sequence[ContractSignature]
    agreed: JsonObject
    expires_at: datetime | None
    now: datetime

    @property
    def state(self) -> State:
        """Return the displayed state."""
        if self.contract is None:
            return "draft" if self.rules.needs_signature(self.subject.total_cents) else "not_needed"
        if self.current is not None and self.current.state == SIGNED:
            return "signed"
        if self.current is not None and self.current.state == DECLINED:
            return "declined"
        return "expired" if self.is_expired else "waiting"

    @property
    def is_expired(self) -> bool:
        """Return true if the signing deadline has passed."""
        return self.expires_at is not None and self.expires_at <= self.now

    @property
    def number(self) -> int:
        """Return the number of the current version, or of the one that a change makes necessary."""
        if self.current is not None:
            return self.current.number
        return self.versions[-1].number + 1 if self.versions else 1

    @property
    def total_cents(self) -> int:
        """Return the total of the current version."""
        return self.current.total_cents if self.current is not None else self.subject.total_cents

    @property
    def unsigned(self) -> Sequence[ContractSigner]:
        """Return the signers whose signature the current version lacks, in order."""
        if self.current is not None and self.current.state in {SIGNED, DECLINED}:
            return ()
        signed = {row.signer_id for row in self.signatures}
        return [signer for signer in self.signers if signer.id not in signed]

    @property
    def next_signer(self) -> ContractSigner | None:
        """Return the signer whose turn it is; None if no signature is pending."""
        return self.unsigned[0] if self.state == WAITING and self.unsigned else None

    @property
    def awaits_countersignature(self) -> bool:
        """Return true if only the business's signature is missing."""
        return bool(self.current is not None and self.current.state == WAITING and not self.unsigned and self.signers)


def contract_of(db: Session, subject: ContractSubject) -> Contract | None:
    """Return the contract of a booking or quote, also one that was sent with the booking's quote."""
    booking, quote = subject.booking, subject.quote
    quote_id = quote.id if quote is not None else booking.quote_id if booking is not None else None
    of_subject: list[ColumnElement[bool]] = []
    if booking is not None:
        of_subject.append(Contract.booking_id == booking.id)
    if quote_id is not None:
        of_subject.append(Contract.quote_id == quote_id)
    query = select(Contract).where(or_(*of_subject)).order_by(Contract.booking_id.is_(None), Contract.id)
    found = db.scalars(query.execution_options(populate_existing=True))
    return found.first()


def view(db: Session, operator: Operator, subject: ContractSubject, now: datetime) -> ContractView:
    """Return the contract of a booking or quote as of now."""
    return view_of(db, operator, subject, contract_of(db, subject), now)


def view_of(
    db: Session, operator: Operator, subject: ContractSubject, contract: Contract | None, now: datetime
) -> ContractView:
    """Return a contract as of now."""
    agreed, rules = subjects.agreed_now(db, subject), rules_of(db)
    if contract is None:
        return ContractView(subject, rules, None, (), (), None, None, (), agreed, None, now)
    versions = db.scalars(
        select(ContractVersion)
        .where(ContractVersion.contract_id == contract.id)
        .order_by(ContractVersion.number)
        .execution_options(populate_existing=True)
    ).all()
    binding = next((row for row in reversed(versions) if row.state == SIGNED), None)
    current = _current(versions, binding, agreed)
    return ContractView(
        subject,
        rules,
        contract,
        signers_of(db, contract.id),
        versions,
        current,
        binding,
        signatures_of(db, current) if current is not None else (),
        agreed,
        subjects.expiry(contract, subject, ZoneInfo(operator.time_zone)),
        now,
    )


def _current(
    versions: Sequence[ContractVersion], binding: ContractVersion | None, agreed: JsonObject
) -> ContractVersion | None:
    """Return the version that matches the current agreement. After an undone change, this is the binding version."""
    latest = next((row for row in reversed(versions) if row.state != REPLACED), None)
    if latest is not None and is_same(latest.agreed, agreed):
        return latest
    return binding if binding is not None and is_same(binding.agreed, agreed) else None


def signers_of(db: Session, contract_id: int) -> Sequence[ContractSigner]:
    """Return a contract's current signers in order."""
    query = select(ContractSigner).where(
        ContractSigner.contract_id == contract_id, ContractSigner.withdrawn_at.is_(None)
    )
    ordered = query.order_by(ContractSigner.position, ContractSigner.id)
    return db.scalars(ordered.execution_options(populate_existing=True)).all()


def all_signers(db: Session, contract_id: int) -> dict[int, ContractSigner]:
    """Return all signers a contract ever had, by ID."""
    rows = db.scalars(select(ContractSigner).where(ContractSigner.contract_id == contract_id))
    return {row.id: row for row in rows}


def signatures_of(db: Session, version: ContractVersion) -> Sequence[ContractSignature]:
    """Return the signatures of a version in order."""
    query = select(ContractSignature).where(ContractSignature.version_id == version.id)
    return db.scalars(query.order_by(ContractSignature.id)).all()


def of_bookings(db: Session, operator: Operator, bookings: Iterable[Booking], now: datetime) -> dict[int, ContractView]:
    """Return the contracts that were sent for bookings or their quotes, by the booking's ID."""
    rows = list(bookings)
    ids, quote_ids = [row.id for row in rows], [row.quote_id for row in rows if row.quote_id is not None]
    query = select(Contract.booking_id, Contract.quote_id)
    sent = db.execute(query.where(or_(Contract.booking_id.in_(ids), Contract.quote_id.in_(quote_ids)))).all()
    with_contract = {found.booking_id for found in sent}, {found.quote_id for found in sent} - {None}
    return {
        row.id: view(db, operator, ContractSubject(row, None, None), now)
        for row in rows
        if row.id in with_contract[0] or row.quote_id in with_contract[1]
    }


def find_contract(db: Session, contract_id: int) -> Contract | None:
    """Return a contract, or None."""
    return fresh(db, Contract, Contract.id == contract_id)


def find_signer(db: Session, signer_id: int) -> ContractSigner | None:
    """Return a signer, or None."""
    return fresh(db, ContractSigner, ContractSigner.id == signer_id)


def waiting(db: Session) -> Sequence[Contract]:
    """Return contracts with a version that awaits signatures and whose missed deadline hasn't been announced."""
    versions = select(ContractVersion.contract_id).where(
        ContractVersion.state == WAITING, ContractVersion.lapsed_at.is_(None)
    )
    return db.scalars(select(Contract).where(Contract.id.in_(versions)).order_by(Contract.id)).all()


def signer_with_email(
    db: Session, address: str, *, booking_id: int | None, quote_id: int | None
) -> ContractSigner | None:
    """Return the current signer with this email address of a booking's or quote's contract; None if there is none."""
    of_subject = [Contract.booking_id == booking_id] if booking_id is not None else []
    if quote_id is not None:
        of_subject.append(Contract.quote_id == quote_id)
    contracts = select(Contract.id).where(or_(False, *of_subject))
    query = select(ContractSigner).where(
        ContractSigner.contract_id.in_(contracts),
        ContractSigner.withdrawn_at.is_(None),
        ContractSigner.email == address,
    )
    return db.scalars(query.order_by(ContractSigner.emailed_at.is_(None), ContractSigner.position)).first()


def signed_pdf(db: Session, version_id: int) -> bytes | None:
    """Return the signed PDF of a version; None if it is gone or not signed."""
    return db.scalar(select(ContractVersion.pdf).where(ContractVersion.id == version_id))


def with_files(db: Session, version_id: int) -> ContractVersion:
    """Return a version with its PDFs."""
    files = (ContractVersion.unsigned_pdf, ContractVersion.pdf, ContractVersion.certificate)
    query = select(ContractVersion).where(ContractVersion.id == version_id)
    return db.scalars(query.options(*[undefer(file) for file in files]).execution_options(populate_existing=True)).one()
