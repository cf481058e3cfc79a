"""Tables of people: users, the operators they run, who belongs to which, and who is signed in."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, CheckConstraint, ForeignKey, Index, Integer, String, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from marqueedesk.kit.db.db import Base, Document, Id, Instant, JsonObject
from marqueedesk.kit.db.keys import own_id
from marqueedesk.kit.db.tenancy import TenantOwned
from marqueedesk.kit.text.wording import USUAL_DATE_FORMAT, USUAL_MEASURES, USUAL_TIME_FORMAT

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
    # The address in lower case: what is compared and unique (A2).
    email_key: Mapped[str] = mapped_column(String(254), unique=True)
    password_hash: Mapped[str] = mapped_column(String(200))
    username: Mapped[str] = mapped_column(String(100))
    company_name: Mapped[str | None] = mapped_column(String(200))
    phone_number: Mapped[str | None] = mapped_column(String(50))
    role: Mapped[str] = mapped_column(String(10), default="user")
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    last_login: Mapped[datetime | None] = mapped_column(Instant)
    # When a link sent to the address was opened; until then the person's business sends no email to others.
    email_confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Whether the password is too short for an administrator; unknown until the next sign-in if set by an older version.
    password_is_short: Mapped[bool | None] = mapped_column(Boolean)
    # Which version of the installation's terms they accepted when they registered; none where it had no terms.
    terms_version: Mapped[str | None] = mapped_column(String(60))
    terms_accepted_at: Mapped[datetime | None] = mapped_column(Instant)


class Operator(Base):
    """A business that rents out letters. Its id is its owner's user id, because userId is on the wire.

    The row is also the lock: a transaction that promises letters of this operator locks it first
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
    # The one that is in force; what finds the operator by it is `PublicKey`.
    public_key: Mapped[str] = mapped_column(String(50))
    # Whether it is there for the public, for its people and for the worker: its owner is active, it does not rest, and
    # it is not being closed (`service.apply_activity`).
    is_active: Mapped[bool] = mapped_column(Boolean, default=True)
    # Since when its owner has been working in another business (A5).
    suspended_at: Mapped[datetime | None] = mapped_column("rests_since", Instant)
    # When it is removed, once its owner has closed it (A14).
    closes_at: Mapped[datetime | None] = mapped_column(Instant)
    time_zone: Mapped[str] = mapped_column(String(60), default=DEFAULT_TIME_ZONE)
    # Whether somebody of the business has said that this is right; until then it is a browser's zone, or the default.
    time_zone_confirmed: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    currency: Mapped[str] = mapped_column(String(3), default=DEFAULT_CURRENCY)
    # How it orders its days, in words and in figures (kit.text.wording).
    date_format: Mapped[str] = mapped_column(String(10), default=USUAL_DATE_FORMAT, server_default=USUAL_DATE_FORMAT)
    time_format: Mapped[str] = mapped_column(String(3), default=USUAL_TIME_FORMAT, server_default=USUAL_TIME_FORMAT)
    measures: Mapped[str] = mapped_column(String(10), default=USUAL_MEASURES, server_default=USUAL_MEASURES)
    # Extra days that letters stay out after pickup; -1 frees the pickup day itself (L2).
    turnaround_days: Mapped[int] = mapped_column(Integer, default=0)
    hold_days: Mapped[int] = mapped_column(Integer, default=DEFAULT_HOLD_DAYS)
    max_rental_days: Mapped[int] = mapped_column(Integer, default=LONGEST_RENTAL_DAYS)
    approval_required: Mapped[bool] = mapped_column(Boolean, default=True)
    # When and where it delivers (delivery.rules); empty while nobody has changed anything.
    rules: Mapped[JsonObject] = mapped_column(Document, default=dict, server_default="{}")
    # Hours before the delivery until which a customer cancels at no cost; None means the installation's default (G1).
    free_cancellation_hours: Mapped[int | None] = mapped_column(Integer)
    # Sites that may show the public form in a frame, as a frame-ancestors directive spells them; none means any (W6).
    allowed_sites: Mapped[list[str]] = mapped_column(Document, default=list, server_default="[]")
    # Whether a page that embeds the form gets the customer's contact details, and not only the booking (W3).
    share_contact: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(Instant)
    # Whether everybody in it needs a second factor.
    second_factor_required: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Since when an administrator lets it send no email to others.
    email_stopped_at: Mapped[datetime | None] = mapped_column(Instant)
    # Since when it waits for an administrator's review, and when one refused it; none once it is approved.
    held_at: Mapped[datetime | None] = mapped_column(Instant)
    refused_at: Mapped[datetime | None] = mapped_column(Instant)

    owner: Mapped[User] = relationship(lazy="raise")


class PublicKey(Base):
    """Whose a public key is: what a visitor's call is looked up by, before anything of the operator's is locked."""

    __tablename__ = "public_keys"
    # Read to find out which operator a session is for, hence before there is one.
    __table_args__ = (Index("ix_public_keys_operator_id", "operator_id"), {"info": {"owned": False}})

    public_key: Mapped[str] = mapped_column(String(50), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))


class Membership(Base):
    """A person's role in a business. A person belongs to one business; its owner is the person whose id it has."""

    __tablename__ = "memberships"
    __table_args__ = (
        Index("ix_memberships_operator_id", "operator_id"),
        CheckConstraint("role IN ('owner', 'manager', 'staff')", name="role"),
        # Read to find out which operator a session is for, hence before there is one.
        {"info": {"owned": False}},
    )

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    role: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(Instant)


class Invitation(TenantOwned, Base):
    """An email with which somebody can join a business (A5). Its link's token is derived, as customers' tokens are."""

    __tablename__ = "invitations"
    __topic__ = "team"
    __table_args__ = (
        CheckConstraint("part IN ('manager', 'staff')", name="part"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254))
    part: Mapped[str] = mapped_column(String(10))
    # Changes each time the invitation is sent, so that the link in an earlier email stops working.
    nonce: Mapped[str] = mapped_column(String(32))
    invited_by: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[datetime] = mapped_column(Instant)
    sent_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    accepted_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
    declined_at: Mapped[datetime | None] = mapped_column(Instant)


class SignIn(Base):
    """A signed-in browser. Only a digest of its cookie is kept."""

    __tablename__ = "sign_ins"

    token_digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True)
    # What the browser calls itself, so that people recognise their devices.
    agent: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    seen_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    # When its person last gave their password or a code again, for something that asks for it.
    authenticated_at: Mapped[datetime | None] = mapped_column(Instant)
    # When its person last used a second factor with it.
    factor_at: Mapped[datetime | None] = mapped_column(Instant)


class OfUser:
    """Mixin of what a person has several of, and what goes with them."""

    id: Mapped[int] = mapped_column(Id, primary_key=True, sort_order=-1)
    user_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("users.id", ondelete="CASCADE"), index=True, sort_order=-1
    )


class PasswordReset(OfUser, Base):
    """A link by email into an account: to set another password (A8), or to sign in from a new device while guesses at
    the password block those (A3). Its token is derived, and only its digest is stored.
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
    """A browser, or a network, from which somebody has signed in before: what makes a sign-in nothing new."""

    __tablename__ = "known_places"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(Instant)


class SecondFactor(Base):
    """A person's authenticator app. It counts once a code has confirmed it."""

    __tablename__ = "second_factors"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    # Sealed with a key of the installation's (instance_settings.secrets).
    secret: Mapped[str] = mapped_column(String(300))
    created_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # The time step of the last code that was used: no code counts twice.
    last_step: Mapped[int | None] = mapped_column(BigInteger)


class RecoveryCode(Base):
    """A code for who has lost the app. It is removed when it is used."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)


class Passkey(OfUser, Base):
    """A passkey of a person's: a key pair whose private half stays in a phone, computer or security key."""

    __tablename__ = "passkeys"

    # In base64url, as browsers write it.
    credential_id: Mapped[str] = mapped_column(String(1400), unique=True)
    public_key: Mapped[str] = mapped_column(String(4000))
    # How often it was used, by its own count, where it counts: a copy of it falls behind.
    sign_count: Mapped[int] = mapped_column(BigInteger)
    # How browsers reach it: internal, usb, nfc, ble, hybrid.
    transports: Mapped[list[str]] = mapped_column(Document)
    name: Mapped[str] = mapped_column(String(60))
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class PasskeyChallenge(Base):
    """A challenge that a passkey signs once. Only a digest is kept."""

    __tablename__ = "passkey_challenges"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"))
    # What the answer is good for: "add" or "show".
    purpose: Mapped[str] = mapped_column(String(10))
    expires_at: Mapped[datetime] = mapped_column(Instant)


class RememberedDevice(OfUser, Base):
    """A browser that is not asked for the second factor for some weeks. Only a digest of its cookie is kept."""

    __tablename__ = "remembered_devices"

    token_digest: Mapped[str] = mapped_column(String(64), unique=True)
    agent: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(Instant)
    used_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)


class EmailChange(OfUser, Base):
    """Another email address for a person, which the new address confirms and the old one can take back (A15)."""

    __tablename__ = "email_changes"

    old_email: Mapped[str] = mapped_column(String(254))
    new_email: Mapped[str] = mapped_column(String(254))
    nonce: Mapped[str] = mapped_column(String(32))
    confirm_digest: Mapped[str] = mapped_column(String(64), unique=True)
    undo_digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    confirmed_at: Mapped[datetime | None] = mapped_column(Instant)
    # Replaced by another change, or taken back.
    ended_at: Mapped[datetime | None] = mapped_column(Instant)
    undone_at: Mapped[datetime | None] = mapped_column(Instant)
