"""Add and delete certificates of insurance. Nothing here commits."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.insurance import queries
from marqueedesk.insurance.files import uploaded_file
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.insurance.schemas import CertificateInput


def add(db: Session, payload: CertificateInput, now: datetime) -> InsuranceCertificate:
    """Store a certificate with its file. Raises FileRefused."""
    media_type, content = uploaded_file(payload.file)
    row = InsuranceCertificate(
        insurer=payload.insurer,
        each_occurrence=payload.limits.each_occurrence,
        aggregate=payload.limits.aggregate,
        expires_on=payload.expires_on,
        media_type=media_type,
        size_bytes=len(content),
        content=content,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return row


def delete(db: Session, certificate_id: int) -> InsuranceCertificate:
    """Delete a certificate with its file. Venues that received it keep it. Raises UnknownCertificate."""
    row = queries.certificate(db, certificate_id)
    db.delete(row)
    db.flush()
    return row
