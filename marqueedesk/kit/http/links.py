"""Links that let somebody in without signing in: an unguessable token, of which only a digest is kept.

A token is derived from the installation's secret and from its target (docs/adr/0011-links-by-token.md). So the operator
can be shown a link again, while somebody who reads the database learns no token, and a token that was not derived leads
nowhere.
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
"""The purpose that the key is derived for: it is used only for links."""

TOKEN = re.compile("[a-z2-7]{39}")
_BYTES = 24
"""192 bits, which are 39 characters of base32: no capitals that an email program or a person could change."""


class Link(Base):
    """The target of a token. Not owned: it decides which operator the session is for."""

    __tablename__ = "links"
    __table_args__ = (Index("ix_links_target", "operator_id", "kind", "target_id"), {"info": {"owned": False}})

    token_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(String(10))
    target_id: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True, slots=True)
class Signer:
    """Derives tokens from a secret that the database does not hold."""

    key: bytes

    def token(self, kind: str, operator_id: int, target_id: int, nonce: str) -> str:
        """The token of a target: the same for the same nonce, and for no other secret."""
        named = "\x1f".join((kind, str(operator_id), str(target_id), nonce)).encode()
        digest = hmac.digest(self.key, named, hashlib.sha256)[:_BYTES]
        return base64.b32encode(digest).decode().rstrip("=").lower()


def signer(request: Request) -> Signer:
    """The application's signer."""
    state = request.app.state
    if not hasattr(state, "signer"):
        # Not before it is needed: without SECRET_KEY it is a file, which is made then.
        state.signer = Signer(state.settings.key_for(PURPOSE))
    return state.signer


@dataclass(frozen=True, slots=True)
class LinkMaker:
    """Makes addresses with tokens in them."""

    signer: Signer
    public_url: str

    @classmethod
    def here(cls, request: Request) -> Self:
        """Makes addresses of this installation."""
        return cls(signer(request), request.app.state.settings.public_url)


def new_nonce() -> str:
    """What makes a target's token its own, and a new one possible."""
    return secrets.token_hex(16)


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def make(db: Session, token: str, *, kind: str, operator_id: int, target_id: int, now: datetime) -> None:
    """Let a token lead to its target. One that does already stays."""
    if db.get(Link, digest_of(token)) is None:
        db.add(
            Link(token_digest=digest_of(token), operator_id=operator_id, kind=kind, target_id=target_id, created_at=now)
        )


def find(db: Session, token: str, kind: str) -> Link | None:
    """Where a token leads, or None for one that is malformed, unknown or of another kind."""
    if not TOKEN.fullmatch(token):
        return None
    link = db.get(Link, digest_of(token))
    return link if link is not None and link.kind == kind else None


def forget(db: Session, *, kind: str, operator_id: int, target_id: int) -> None:
    """Let no token lead to a target any more."""
    db.execute(delete(Link).where(Link.operator_id == operator_id, Link.kind == kind, Link.target_id == target_id))
