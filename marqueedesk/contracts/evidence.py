"""A signed contract with its evidence as plain values, and its files: the signed PDF and the certificate."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypedDict
from zoneinfo import ZoneInfo

from marqueedesk.contracts.models import How, StoredContract
from marqueedesk.contracts.pdf_seal import PdfSeal
from marqueedesk.documents.document_content import drawn
from marqueedesk.documents.typeset import template_pdf, wrapped
from marqueedesk.kit.text.formats import clock_time, day

CODE_PREFIX: Final = "marqueedesk-contract-"
"""Precedes the document's code in the keywords of its metadata."""


class SignerFacts(TypedDict):
    """A signer on the certificate: their name, and labels with values."""

    name: str
    facts: list[list[str | None]]


@dataclass(frozen=True, slots=True)
class SignerEvidence:
    """A signature and its evidence. ``email`` and ``phone`` are the addresses to which the link was sent, if any."""

    name: str
    role: str
    signed_name: str
    how: How
    image: bytes | None
    initials: dict[str, str]
    signed_at: datetime
    address: str
    agent: str | None
    email: str | None
    emailed_at: datetime | None
    email_failed_at: datetime | None
    phone: str | None
    texted_at: datetime | None
    opened_at: datetime | None
    consent_version: int | None
    consent_at: datetime | None


@dataclass(frozen=True, slots=True)
class SignedContract:
    """A version with its signatures. ``countersigned_by`` is the business's signature; None while it is missing."""

    operator_id: int
    content: StoredContract
    code: str
    version: int
    template_version: int
    created_at: datetime
    signatures: Sequence[SignerEvidence]
    company: str
    countersigned_by: str | None
    countersigned_at: datetime | None
    time_zone: str
    date_format: str
    time_format: str
    logo: bytes | None
    unsigned: bytes | None
    """The stored PDF without signatures, if there is one."""

    def moment(self, at: datetime | None) -> str | None:
        """Format a time in UTC and in the business's time zone."""
        if at is None:
            return None
        local = at.astimezone(ZoneInfo(self.time_zone))
        zone = local.tzname() or self.time_zone
        utc = f"{at:%Y-%m-%d %H:%M:%S} UTC"
        return f"{utc} · {day(local.date(), self.date_format)}, {clock_time(local, self.time_format)} {zone}"

    def unsigned_pdf(self) -> bytes:
        """Return the PDF without signatures. Raises TooBusy and NotTypeset; don't call it in a transaction."""
        if self.unsigned is not None:
            return self.unsigned
        return self._compiled(replace(self, signatures=(), countersigned_by=None), self.created_at)

    def signed_pdf(self, made_at: datetime) -> bytes:
        """Return the PDF with all signatures. Raises TooBusy and NotTypeset; don't call it in a transaction."""
        return self._compiled(self, made_at)

    def certificate_pdf(self, *, before: str, after: str, made_at: datetime) -> bytes:
        """Return the certificate. ``before`` and ``after`` are the SHA-256 of the PDF without and with signatures."""
        paper = self.content["paper"]
        data = {
            "format": paper["format"],
            "company": self.company,
            "number": paper["number"],
            "code": f"{CODE_PREFIX}{self.code}",
            "facts": [
                ["Document", f"{paper['title']} {paper['number']}"],
                ["Document ID", self.code],
                ["Version", str(self.version)],
                ["Template version", str(self.template_version)],
                ["Total", next((row["amount"] for row in paper["sums"]), "")],
                ["Created", self.moment(self.created_at)],
                ["Completed", self.moment(made_at)],
                ["SHA-256 before signing", before],
                ["SHA-256 after signing", after],
            ],
            "signers": [self._rows(row) for row in self.signatures],
            "countersignature": [
                ["Signed by", self.countersigned_by],
                ["Time", self.moment(self.countersigned_at)],
            ],
        }
        return template_pdf("certificate.typ", data, whose=self.operator_id, logo=None, made_at=made_at)

    def _rows(self, row: SignerEvidence) -> SignerFacts:
        facts: list[list[str | None]] = [
            ["Role", row.role],
            ["Signed as", f"{row.signed_name} ({row.how})"],
            ["Time", self.moment(row.signed_at)],
            ["Address", row.address],
            ["Browser", row.agent or "unknown"],
            ["Reached by", "; ".join(self._ways(row)) or "Link shared by the business"],
            ["Opened", self.moment(row.opened_at)],
            ["Consent to electronic records", f"Version {row.consent_version}, {self.moment(row.consent_at)}"],
            ["Read", "To the end, before signing"],
            ["Initials", ", ".join(f"{int(at) + 1}: {text}" for at, text in sorted(row.initials.items()))],
        ]
        return {"name": row.name, "facts": [fact for fact in facts if fact[1]]}

    def _ways(self, row: SignerEvidence) -> list[str]:
        ways: list[str] = []
        if row.email and row.emailed_at:
            failed = " (not delivered)" if row.email_failed_at else ""
            ways.append(f"Email to {row.email}, {self.moment(row.emailed_at)}{failed}")
        if row.phone and row.texted_at:
            ways.append(f"Text to {row.phone}, {self.moment(row.texted_at)}")
        return ways

    def _compiled(self, shown: "SignedContract", made_at: datetime) -> bytes:
        blocks = [
            {
                "name": row.signed_name,
                "label": f"{row.name} · {row.role}",
                "dated": self.moment(row.signed_at),
                "image": wrapped(row.image) if row.image else None,
            }
            for row in shown.signatures
        ]
        if shown.countersigned_by is not None:
            blocks.append(
                {
                    "name": shown.countersigned_by,
                    "label": self.company,
                    "dated": self.moment(shown.countersigned_at),
                    "image": None,
                }
            )
        data = {
            **drawn(self.content["paper"]),
            "code": f"{CODE_PREFIX}{self.code}",
            "policy": self.content["policy"],
            "sections": [
                {**section, "initials": self._initials(shown, index, section["initials"])}
                for index, section in enumerate(self.content["sections"])
            ],
            "signatures": blocks,
        }
        return template_pdf("contract.typ", data, whose=self.operator_id, logo=self.logo, made_at=made_at)

    @staticmethod
    def _initials(shown: "SignedContract", index: int, is_needed: bool) -> str | None:  # noqa: FBT001 - a plain fact.
        if not is_needed:
            return None
        return ", ".join(row.initials[str(index)] for row in shown.signatures if str(index) in row.initials)


@dataclass(frozen=True, slots=True)
class SignedFiles:
    """The files of a completed version, with their SHA-256."""

    unsigned: bytes
    pdf: bytes
    certificate: bytes

    @property
    def unsigned_sha256(self) -> str:
        """Return the SHA-256 of the PDF without signatures."""
        return sha256_of(self.unsigned)

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the signed PDF."""
        return sha256_of(self.pdf)


def sha256_of(content: bytes) -> str:
    """Return the SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def files_of(signed: SignedContract, seal: PdfSeal, made_at: datetime) -> SignedFiles:
    """Compile the files of a completed version, with the installation's signature in the PDF. Don't call it in a
    transaction. Raises TooBusy and NotTypeset.
    """
    unsigned = signed.unsigned_pdf()
    pdf = seal.put_on(signed.signed_pdf(made_at), signed.operator_id)
    certificate = signed.certificate_pdf(before=sha256_of(unsigned), after=sha256_of(pdf), made_at=made_at)
    return SignedFiles(unsigned, pdf, certificate)
