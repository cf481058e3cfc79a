"""The installation's own key, with which it signs PDFs, and its certificate. Created when the first PDF is signed."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.settings import Settings

_NAME: Final = "contract_signing_key"
_VALID_FOR: Final = timedelta(days=20 * 365)
_BITS: Final = 3072


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and its self-made certificate as PEM, and the URL of a time-stamp authority, if there is one."""

    key: str
    certificate: str
    timestamp_url: str


def signing_key(database: Database, settings: Settings) -> SigningKey:
    """Return the installation's key; create it if there is none, or if its secret is lost. Don't call it in a
    transaction.
    """
    with database.read() as db:
        found = _stored(db, settings)
    if found is not None:
        return found
    key, certificate = _new_key(settings.public_url)
    sealed, now = seal(settings, key), clock.now()
    with database.write() as db:
        row = db.get(PlatformSetting, _NAME)
        if row is None:
            # Another process may be faster: its key is the one that counts.
            added = PlatformSetting(name=_NAME, held={"value": certificate}, sealed=sealed, updated_at=now)
            add_unless_taken(db, added)
        elif _stored(db, settings) is None:
            row.held, row.sealed, row.updated_at = {"value": certificate}, sealed, now
    with database.read() as db:
        return _stored(db, settings) or SigningKey(key, certificate, settings.timestamp_url)


def _stored(db: Session, settings: Settings) -> SigningKey | None:
    row = db.get(PlatformSetting, _NAME)
    key = unseal(settings, row.sealed) if row is not None and row.sealed else None
    return SigningKey(key, row.held["value"], settings.timestamp_url) if row is not None and key else None


def _new_key(public_url: str) -> tuple[str, str]:
    """Create a key and its certificate for signing documents."""
    # Imported here, because only the first signature of an installation needs them.
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import rsa  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = rsa.generate_private_key(public_exponent=65537, key_size=_BITS)
    host = public_url.partition("://")[2] or public_url
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Contracts at {host}"[:64]),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "MarqueeDesk"),
        ]
    )
    now = clock.now()
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _VALID_FOR)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return pem.decode(), certificate.public_bytes(serialization.Encoding.PEM).decode()
