"""Tables of accounts: users, operators, memberships and sessions."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, ForeignKey, Index, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marqueedesk.kit.db.db import Base, Document, Id, Instant, JsonObject
from marqueedesk.kit.db.keys import own_id
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT, USUAL_MEASURES, USUAL_TIME_FORMAT, Measures

ROLES = ("admin", "manager", "staff", "user")
DEFAULT_TIME_ZONE = "America/New_York"
DEFAULT_CURRENCY = "USD"
DEFAULT_HOLD_DAYS = 7
LONGEST_RENTAL_DAYS = 90
SAME_DAY_TURNAROUND = -1
LONGEST_TURNAROUND_DAYS = 14


class User(Base):
    """A person who can sign in."""

    __tablename__ = "users"
    __topic__ = "settings"
    __table_args__ = (CheckConstraint("role IN ('admin', 'manager', 'staff', 'user')", name="role"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    # Lower-case address, used for comparison and uniqueness (A2).
    email_key: Mapped[str] = mapped_column(String(254), unique=True)
    password_hash: Mapped[str] = mapped_column(String(200))
    username: Mapped[str] = mapped_column(String(100))
    company_name: Mapped[str | None] = mapped_column(String(200))
    phone_number: Mapped[str | None] = mapped_column(String(50))
    role: Mapped[str] = mapped_column(String(10), default="user")
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    last_login: Mapped[datetime | None] = mapped_column(Instant)
    # Time when the address was confirmed; until then the user's business can't send email to others.
    email_confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # True if the password is too short for an administrator. Null for a password set by an older version, until the
    # next sign-in.
    password_is_short: Mapped[bool | None] = mapped_column(Boolean)
    # Version of the installation's terms accepted at registration; null if it had none.
    terms_version: Mapped[str | None] = mapped_column(String(60))
    terms_accepted_at: Mapped[datetime | None] = mapped_column(Instant)


class Operator(Base):
    """A business that rents out letters. Its ID is its owner's user ID, because the API identifies businesses by
    userId.

    The row is also the lock: a transaction that reserves letters of this operator locks it first
    (docs/adr/0004-holds-and-locking.md).
    """

    __tablename__ = "operators"
    __topic__ = "settings"
    __table_args__ = (
        CheckConstraint("turnaround_days BETWEEN -1 AND 14", name="turnaround"),
        CheckConstraint("hold_days BETWEEN 1 AND 90", name="hold_days"),
        CheckConstraint("max_rental_days BETWEEN 1 AND 90", name="max_rental_days"),
    )

    id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("users.id", ondelete="RESTRICT"), primary_key=True, autoincrement=False
    )
    # The current key. `PublicKey` is used to look up operators by key.
    public_key: Mapped[str] = mapped_column(String(50))
    # True if the business is available to the public, its members and the worker: its owner is active, it is not
    # suspended, and it is not being closed (`service.apply_activity`).
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
    # Since when the owner has been working in another business (A5), which suspends this one.
    suspended_at: Mapped[datetime | None] = mapped_column("rests_since", Instant)
    # When the business will be removed, after its owner closed it (A14).
    closes_at: Mapped[datetime | None] = mapped_column(Instant)
    time_zone: Mapped[str] = mapped_column(String(60), default=DEFAULT_TIME_ZONE)
    # True if a member has confirmed the time zone; until then it is the browser's or the default.
    time_zone_confirmed: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    currency: Mapped[str] = mapped_column(String(3), default=DEFAULT_CURRENCY)
    # Date format, in words and in digits (kit.text.formats).
    date_format: Mapped[str] = mapped_column(String(10), default=USUAL_DATE_FORMAT, server_default=USUAL_DATE_FORMAT)
    time_format: Mapped[str] = mapped_column(String(3), default=USUAL_TIME_FORMAT, server_default=USUAL_TIME_FORMAT)
    measures: Mapped[Measures] = mapped_column(String(10), default=USUAL_MEASURES, server_default=USUAL_MEASURES)
    # Extra days that letters stay out after pickup; -1 makes them available on the pickup day itself (L2).
    turnaround_days: Mapped[int] = mapped_column(Integer, default=0)
    hold_days: Mapped[int] = mapped_column(Integer, default=DEFAULT_HOLD_DAYS)
    max_rental_days: Mapped[int] = mapped_column(Integer, default=LONGEST_RENTAL_DAYS)
    approval_required: Mapped[bool] = mapped_column(Boolean, default=True)
    # True if online requests wait for a signed contract before they are confirmed (contracts.template).
    waits_for_signature: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Delivery rules (delivery.rules); empty until they are changed.
    rules: Mapped[JsonObject] = mapped_column(Document, default=dict, server_default="{}")
    # Hours before the delivery until which customers can cancel for free; null means the installation's default (G1).
    free_cancellation_hours: Mapped[int | None] = mapped_column(Integer)
    # The highest booking number that undoing an import freed; such numbers aren't used again (B17).
    booking_numbers_used: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Sites allowed to frame the public form, as in a frame-ancestors directive; empty allows any (W6).
    allowed_sites: Mapped[list[str]] = mapped_column(Document, default=list, server_default="[]")
    # True if an embedding page gets the customer's contact details along with the booking (W3).
    share_contact: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(Instant)
    # True if all members need a second factor.
    second_factor_required: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # When an administrator paused its email to others; null if not paused.
    email_stopped_at: Mapped[datetime | None] = mapped_column(Instant)
    # When its review started, and when it was declined; both null once approved.
    held_at: Mapped[datetime | None] = mapped_column(Instant)
    refused_at: Mapped[datetime | None] = mapped_column(Instant)
    # When an administrator suspended it, and the reason shown to its members; null if not suspended.
    stopped_at: Mapped[datetime | None] = mapped_column(Instant)
    stopped_reason: Mapped[str | None] = mapped_column(String(300))
    # When an administrator lowered its request limit; null if not lowered.
    slowed_at: Mapped[datetime | None] = mapped_column(Instant)
    # End of the support access that its owner granted to administrators.
    support_until: Mapped[datetime | None] = mapped_column(Instant)

    owner: Mapped[User] = relationship(lazy="raise")

    @property
    def approves_requests(self) -> bool:
        """Return true if online requests stay pending: they wait for the business's approval or a signed contract."""
        return self.approval_required or self.waits_for_signature


class PublicKey(Base):
    """Directory of public keys, to find the operator of a public call before the session is scoped."""

    __tablename__ = "public_keys"
    # Read to find the operator, so before the session is scoped.
    __table_args__ = (Index("ix_public_keys_operator_id", "operator_id"), {"info": {"owned": False}})

    public_key: Mapped[str] = mapped_column(String(50), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))


class Membership(Base):
    """A user's role in a business. A user belongs to one business; the owner is the user with the same id."""

    __tablename__ = "memberships"
    __table_args__ = (
        Index("ix_memberships_operator_id", "operator_id"),
        CheckConstraint("role IN ('owner', 'manager', 'staff', 'accountant')", name="role"),
        # Read to find the operator, so before the session is scoped.
        {"info": {"owned": False}},
    )

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    role: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(Instant)


class Invitation(TenantOwned, Base):
    """An emailed invitation to join a business (A5). Its token is derived, like customers' tokens."""

    __tablename__ = "invitations"
    __topic__ = "team"
    __table_args__ = (
        CheckConstraint("part IN ('manager', 'staff', 'accountant')", name="part"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254))
    part: Mapped[str] = mapped_column(String(10))
    # Changes with each resend, so that earlier links stop working.
    nonce: Mapped[str] = mapped_column(String(32))
    invited_by: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[datetime] = mapped_column(Instant)
    sent_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    accepted_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
    declined_at: Mapped[datetime | None] = mapped_column(Instant)


class SignIn(Base):
    """A browser session. Only a digest of its cookie is stored."""

    __tablename__ = "sign_ins"

    token_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    # The user agent, so that users recognize their devices.
    agent: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    # When the user last re-authenticated.
    authenticated_at: Mapped[datetime | None] = mapped_column(Instant)
    # When the user last used a second factor in this session.
    factor_at: Mapped[datetime | None] = mapped_column(Instant)


class OfUser:
    """Mixin for rows that belong to a user and are deleted along with the user."""

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-1)
    user_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True, sort_order=-1
    )


class PasswordReset(OfUser, Base):
    """An emailed link for setting a new password (A8), or for signing in from a new device while failed attempts block
    the password (A3). The token is derived, and only its digest is stored.
    """

    __tablename__ = "password_resets"

    # "reset" or "sign-in" (accounts.resets).
    purpose: Mapped[str] = mapped_column(String(10), default="reset", server_default="reset")
    nonce: Mapped[str] = mapped_column(String(32))
    token_digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class KnownPlace(Base):
    """A browser or network from which a user has signed in before."""

    __tablename__ = "known_places"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(Instant)


class SecondFactor(Base):
    """A user's authenticator app. It takes effect once a code confirms it."""

    __tablename__ = "second_factors"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    # Encrypted with a key of the installation (instance_settings.secrets).
    secret: Mapped[str] = mapped_column(String(300))
    created_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Time step of the code used last, so that it can't be used again.
    last_step: Mapped[int | None] = mapped_column(BigInteger)


class RecoveryCode(Base):
    """A one-time code for users who lost their authenticator app or passkey. Deleted when used."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)


class Passkey(OfUser, Base):
    """A user's passkey: a key pair whose private key stays on a phone, computer or security key."""

    __tablename__ = "passkeys"

    # Base64url, as sent by browsers.
    credential_id: Mapped[str] = mapped_column(String(1400), unique=True)
    public_key: Mapped[str] = mapped_column(String(4000))
    # Signature counter of the authenticator, if it has one; the counter of a cloned key falls behind.
    sign_count: Mapped[int] = mapped_column(BigInteger)
    # Transports: internal, usb, nfc, ble, hybrid.
    transports: Mapped[list[str]] = mapped_column(Document)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class PasskeyChallenge(Base):
    """A single-use challenge for a passkey to sign. Only its digest is stored."""

    __tablename__ = "passkey_challenges"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"))
    # Purpose of the challenge: "add" or "show".
    purpose: Mapped[str] = mapped_column(String(10))
    expires_at: Mapped[datetime] = mapped_column(Instant)


class RememberedDevice(OfUser, Base):
    """A browser that skips the second factor for 30 days. Only a digest of its cookie is stored."""

    __tablename__ = "remembered_devices"

    token_digest: Mapped[str] = mapped_column(String(64), unique=True)
    agent: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)


class EmailChange(OfUser, Base):
    """An email change, confirmed by the new address and reversible by the old one (A15)."""

    __tablename__ = "email_changes"

    old_email: Mapped[str] = mapped_column(String(254))
    new_email: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(32))
    confirm_digest: Mapped[str] = mapped_column(String(64), unique=True)
    undo_digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Time when another change replaced this one, or when it was undone.
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    undone_at: Mapped[datetime | None] = mapped_column(Instant)
