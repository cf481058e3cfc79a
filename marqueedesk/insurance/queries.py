"""Queries for certificates of insurance, scoped to the session's operator."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.insurance.errors import UnknownCertificate
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.kit.db.rows import existing


def certificates(db: Session) -> Sequence[InsuranceCertificate]:
    """Return all certificates without their files, the one that expires last first."""
    query = select(InsuranceCertificate)
    return db.scalars(query.order_by(InsuranceCertificate.expires_on.desc(), InsuranceCertificate.id.desc())).all()


def certificate(db: Session, certificate_id: int) -> InsuranceCertificate:
    """Return a certificate without its file. Raises UnknownCertificate."""
    query = select(InsuranceCertificate).where(InsuranceCertificate.id == certificate_id)
    return existing(db.scalars(query).one_or_none(), UnknownCertificate)


def content(db: Session, certificate_id: int) -> bytes:
    """Return a certificate's file. Raises UnknownCertificate."""
    query = select(InsuranceCertificate.content).where(InsuranceCertificate.id == certificate_id)
    return existing(db.scalars(query).one_or_none(), UnknownCertificate)
