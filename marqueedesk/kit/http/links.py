"""Token links that grant access without signing in: an unguessable token, of which only a digest is stored.

A token is derived from the installation's secret and its target (docs/adr/0011-links-by-token.md). So an operator can
see a link again, while access to the database doesn't reveal any token. Tokens that aren't derived this way are
invalid.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from fastapi import Request
from sqlalchemy import BigInteger, Index, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.kit.db.db import Base, Instant

PURPOSE = "marqueedesk links 1"
"""Purpose for key derivation. The derived key is used only for links."""

TOKEN = re.compile("[a-z2-7]{39}")
_BYTES = 24
"""Number of bytes in a token: 192 bits, or 39 base32 characters, without capitals that an email program or a person
could change.
"""


class Link(Base):
    """The target of a token. Not operator-owned, because it determines the session's operator."""

    __tablename__ = "links"
    __table_args__ = (Index("ix_links_target", "operator_id", "kind", "target_id"), {"info": {"owned": False}})

    token_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(10))
    target_id: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True, slots=True)
class Signer:
    """Derives tokens from a secret outside the database."""

    key: bytes

    def token(self, kind: str, operator_id: int, target_id: int, nonce: str) -> str:
        """Derive the token for a target. The same nonce and secret always give the same token."""
        message = "\x1f".join((kind, str(operator_id), str(target_id), nonce)).encode()
        digest = hmac.digest(self.key, message, hashlib.sha256)[:_BYTES]
        return base64.b32encode(digest).decode().rstrip("=").lower()


def signer(request: Request) -> Signer:
    """Return the application's signer."""
    state = request.app.state
    if not hasattr(state, "signer"):
        # Created on first use: without SECRET_KEY, the secret is a file that is created at that point.
        state.signer = Signer(state.settings.key_for(PURPOSE))
    return state.signer


@dataclass(frozen=True, slots=True)
class LinkMaker:
    """Builds URLs with tokens."""

    signer: Signer
    public_url: str

    @classmethod
    def here(cls, request: Request) -> Self:
        """Create a builder of links for this installation."""
        return cls(signer(request), request.app.state.settings.public_url)


def new_nonce() -> str:
    """Create a nonce. A new nonce gives a target a new token."""
    return secrets.token_hex(16)


def digest_of(token: str) -> str:
    """Return the stored digest of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make(db: Session, token: str, *, kind: str, operator_id: int, target_id: int, now: datetime) -> None:
    """Store a token's target. No-op if it exists."""
    if db.get(Link, digest_of(token)) is None:
        db.add(
            Link(token_digest=digest_of(token), operator_id=operator_id, kind=kind, target_id=target_id, created_at=now)
        )


def find(db: Session, token: str, kind: str) -> Link | None:
    """Return a token's target; None if it is malformed, unknown or of another kind."""
    if not TOKEN.fullmatch(token):
        return None
    link = db.get(Link, digest_of(token))
    return link if link is not None and link.kind == kind else None


def forget(db: Session, *, kind: str, operator_id: int, target_id: int) -> None:
    """Delete all tokens of a target."""
    db.execute(delete(Link).where(Link.operator_id == operator_id, Link.kind == kind, Link.target_id == target_id))
