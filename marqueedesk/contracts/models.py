"""Tables of contracts: the template, contracts with their signers, versions and signatures, and files to verify."""

from datetime import datetime
from typing import Final, Literal, NotRequired, TypedDict

from sqlalchemy import BigInteger, Boolean, CheckConstraint, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.kit.db.db import Base, Document, Instant, JsonObject
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.large_values import Blob
from marqueedesk.kit.db.tenancy import TenantOwned

LINK: Final = "contract"
"""Kind of the links of signers."""

When = Literal["waiver", "outdoor", "generator", "venue"]
"""Conditions of a section: a damage waiver was chosen, the place is outdoors, a generator is rented, the place is one
of the business's venues.
"""
SignatureRule = Literal["never", "always", "above"]
Countersign = Literal["automatic", "by_hand"]
How = Literal["typed", "drawn"]

WAITING: Final = "waiting"
SIGNED: Final = "signed"
DECLINED: Final = "declined"
REPLACED: Final = "replaced"
StoredState = Literal["waiting", "signed", "declined", "replaced"]
"""States of a version. A replaced one was never signed by everyone, and a newer one took its place."""


class StoredSection(TypedDict):
    """A section of the template. Without ``when``, every contract has it."""

    title: str
    text: str
    when: NotRequired[When]


class ContractSection(TypedDict):
    """A section of a contract with its values filled in; ``initials`` is true if signers put their initials there."""

    title: str
    text: str
    initials: bool


class StoredContract(TypedDict):
    """A version's frozen content: the document, its sections, and the payment and cancellation policy in sentences."""

    paper: DocumentContent
    sections: list[ContractSection]
    policy: list[str]


class ContractTemplate(GoesWithOperator, Base):
    """A business's contract template. A business that hasn't edited it has no row: its terms are the template."""

    __tablename__ = "contract_templates"
    __topic__ = "settings"
    __table_args__ = (CheckConstraint("signature_rule IN ('never', 'always', 'above')", name="signature_rule"),)

    version: Mapped[int] = mapped_column(Integer)
    sections: Mapped[list[StoredSection]] = mapped_column(Document)
    signature_rule: Mapped[SignatureRule] = mapped_column(String(10))
    # The total above which a signature is needed, for the rule "above".
    above_cents: Mapped[int | None] = mapped_column(BigInteger)
    countersign: Mapped[Countersign] = mapped_column(String(10))
    # True for initials at every section, or the indexes of the sections that need them.
    initials: Mapped[bool | list[int]] = mapped_column(Document)
    wait_before_confirming: Mapped[bool] = mapped_column(Boolean)
    # Days between reminders to the next signer; None means that reminders are off.
    reminder_days: Mapped[int | None] = mapped_column(Integer)
    updated_at: Mapped[datetime] = mapped_column(Instant)


class Contract(TenantOwned, Base):
    """The contract of a booking, of a quote, or of a quote and its booking. Its text is in its versions."""

    __tablename__ = "contracts"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "booking_id"),
        UniqueConstraint("operator_id", "quote_id"),
        CheckConstraint("booking_id IS NOT NULL OR quote_id IS NOT NULL", name="subject"),
        within("booking_id", "bookings", ondelete="CASCADE"),
        within("quote_id", "quotes", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    quote_id: Mapped[int | None] = mapped_column(BigInteger)
    # Deadline set by the business; None means the end of the delivery day.
    expires_at: Mapped[datetime | None] = mapped_column(Instant)
    created_at: Mapped[datetime] = mapped_column(Instant)


class ContractVersion(TenantOwned, Base):
    """A version of a contract. Its content is immutable, and so are its files once signed."""

    __tablename__ = "contract_versions"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "contract_id", "number"),
        CheckConstraint("state IN ('waiting', 'signed', 'declined', 'replaced')", name="state"),
        within("contract_id", "contracts", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    contract_id: Mapped[int] = mapped_column(BigInteger)
    number: Mapped[int] = mapped_column(Integer)
    state: Mapped[StoredState] = mapped_column(String(10))
    # Identifies the document in its metadata, also in an altered file.
    file_code: Mapped[str] = mapped_column(String(32))
    # Words, days, price and place by API name, compared to find changes (contracts.agreed_values).
    agreed: Mapped[JsonObject] = mapped_column(Document)
    content: Mapped[StoredContract] = mapped_column(Document)
    total_cents: Mapped[int] = mapped_column(BigInteger)
    template_version: Mapped[int] = mapped_column(Integer)
    countersign: Mapped[Countersign] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(Instant)
    # When everyone had signed, including the business.
    completed_at: Mapped[datetime | None] = mapped_column(Instant)
    countersigned_by: Mapped[str | None] = mapped_column(String(200))
    # When the business was notified that the signing deadline had passed.
    lapsed_at: Mapped[datetime | None] = mapped_column(Instant)
    declined_at: Mapped[datetime | None] = mapped_column(Instant)
    declined_by_id: Mapped[int | None] = mapped_column(BigInteger)
    decline_reason: Mapped[str | None] = mapped_column(Text)
    # SHA-256 of the document before any signature, and of the signed PDF.
    unsigned_sha256: Mapped[str | None] = mapped_column(String(64))
    sha256: Mapped[str | None] = mapped_column(String(64))
    unsigned_pdf: Mapped[bytes | None] = mapped_column(Blob, deferred=True)
    pdf: Mapped[bytes | None] = mapped_column(Blob, deferred=True)
    certificate: Mapped[bytes | None] = mapped_column(Blob, deferred=True)


class ContractSigner(TenantOwned, Base):
    """A signer of a contract's versions, in the order of ``position``. Replaced signers are withdrawn."""

    __tablename__ = "contract_signers"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_contract_signers_contract_id", "operator_id", "contract_id"),
        within("contract_id", "contracts", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    contract_id: Mapped[int] = mapped_column(BigInteger)
    position: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(50))
    role: Mapped[str] = mapped_column(String(60))
    nonce: Mapped[str] = mapped_column(String(32))
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)
    consent_version: Mapped[int | None] = mapped_column(Integer)
    consent_at: Mapped[datetime | None] = mapped_column(Instant)
    # The version last opened by the link, and when the link was first opened, last emailed and last texted.
    seen_version: Mapped[int | None] = mapped_column(Integer)
    opened_at: Mapped[datetime | None] = mapped_column(Instant)
    emailed_at: Mapped[datetime | None] = mapped_column(Instant)
    texted_at: Mapped[datetime | None] = mapped_column(Instant)
    # When the last email with the link bounced.
    email_failed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Automatic reminders since the signer's turn began.
    reminders: Mapped[int] = mapped_column(Integer, default=0)


class ContractSignature(TenantOwned, Base):
    """A signature of a version, with its evidence."""

    __tablename__ = "contract_signatures"
    __topic__ = "bookings"
    __table_args__ = (
        UniqueConstraint("operator_id", "version_id", "signer_id"),
        within("contract_id", "contracts", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    contract_id: Mapped[int] = mapped_column(BigInteger)
    version_id: Mapped[int] = mapped_column(BigInteger)
    signer_id: Mapped[int] = mapped_column(BigInteger)
    signed_at: Mapped[datetime] = mapped_column(Instant)
    name: Mapped[str] = mapped_column(String(200))
    how: Mapped[How] = mapped_column(String(5))
    # The drawn signature as a PNG.
    image: Mapped[bytes | None] = mapped_column(Blob)
    # Initials by the section's index.
    initials: Mapped[dict[str, str]] = mapped_column(Document)
    address: Mapped[str] = mapped_column(String(64))
    agent: Mapped[str | None] = mapped_column(String(400))


class ContractFile(Base):
    """A signed contract's file. Not operator-owned, because anyone who has a file may verify it."""

    __tablename__ = "contract_files"
    __table_args__ = (
        Index("ix_contract_files_file_code", "file_code"),
        Index("ix_contract_files_operator_id", "operator_id"),
        {"info": {"owned": False}},
    )

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    file_code: Mapped[str] = mapped_column(String(32))
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    signed_at: Mapped[datetime] = mapped_column(Instant)
