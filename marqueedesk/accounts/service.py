"""Change users, businesses and sessions. Nothing here commits."""

import hashlib
import secrets
import string
from collections.abc import Sequence
from dataclasses import fields as fields_of
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, cast
from zoneinfo import ZoneInfo

from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries
from marqueedesk.accounts.errors import EmailTaken
from marqueedesk.accounts.models import SAME_DAY_TURNAROUND, Membership, Operator, PublicKey, SignIn, User
from marqueedesk.accounts.rules_schemas import ClosedDaysInput, GiftCardShopInput, InstallWindowInput, RulesInput
from marqueedesk.accounts.schemas import ProfileInput
from marqueedesk.delivery.install_windows import InstallWindow, clock_of
from marqueedesk.delivery.rules import ClosedDays, DeliveryRules, GiftCardShop, ShorterWording, TurnedLetters, rules_of
from marqueedesk.instance_settings.service import Platform, PlatformTerms
from marqueedesk.kit.clock import is_time_zone
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.live import changes
from marqueedesk.kit.money import MAX_CENTS

SIGN_IN_LASTS = timedelta(days=30)
LONGEST_SIGN_IN = timedelta(days=90)
"""Maximum duration of a session, even if it stays in use."""
SEEN_EVERY = timedelta(minutes=1)
NEW_BUSINESS_RULES: Final = {"minimum_notice_hours": 24}
"""The stored rules of a new business; the others have their defaults (delivery.rules)."""
_KEY_LETTERS = string.ascii_lowercase + string.digits


def digest(token: str) -> str:
    """Return the stored digest of a session token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_public_key() -> str:
    """Create an unguessable public key of a business (W5), about 124 bits."""
    return "mk_" + "".join(secrets.choice(_KEY_LETTERS) for _ in range(24))


def register(
    db: Session,
    *,
    email: str,
    password_hash: str,
    company_name: str | None,
    phone_number: str | None,
    username: str | None = None,
    now: datetime,
    starts_with: Platform | None = None,
    time_zone: str | None = None,
    confirmed: bool = True,
    password_is_short: bool | None = None,
) -> tuple[User, Operator]:
    """Register a user with a new business (A2). Raises EmailTaken, also for concurrent registrations.

    ``time_zone`` is the browser's; an unknown one is ignored. ``confirmed`` is true if the user has proven that the
    email address is theirs.
    """
    user = add_user(
        db,
        email=email,
        password_hash=password_hash,
        company_name=company_name,
        phone_number=phone_number,
        username=username,
        now=now,
        confirmed=confirmed,
        password_is_short=password_is_short,
    )
    operator = create_business(db, user, now, starts_with=starts_with)
    if time_zone and is_time_zone(time_zone):
        operator.time_zone = ZoneInfo(time_zone).key
    return user, operator


def accept_terms(user: User, terms: PlatformTerms | None, version: str | None, now: datetime) -> None:
    """Store the accepted version of the installation's terms, if it has any.

    Raises Invalid if no version or an outdated one was accepted.
    """
    if terms is None:
        return
    if version is None:
        raise Invalid(fields={"termsVersion": "Please accept the terms to create an account"})
    if version != terms.version:
        raise Invalid(fields={"termsVersion": "The terms have changed. Please read them again and accept them"})
    user.terms_version, user.terms_accepted_at = version, now


def hold_for_review(operator: Operator, now: datetime) -> None:
    """Hold a new business until an administrator approves it: its form stays closed, and its emails to others
    are held.
    """
    operator.held_at = now


def review(operator: Operator, *, approved: bool, now: datetime) -> bool:
    """Approve or decline a held business; return true if that changed anything. A declined business can be approved
    later; an approved one stays approved.
    """
    if operator.held_at is None or (operator.refused_at is not None and not approved):
        return False
    if approved:
        operator.held_at = operator.refused_at = None
    else:
        operator.refused_at = now
    return True


def create_business(db: Session, user: User, now: datetime, *, starts_with: Platform | None = None) -> Operator:
    """Create a business for a user without one, with the installation's defaults if given (G1).

    Visitors have to book at least a day ahead until the business changes that.
    """
    operator = Operator(id=user.id, public_key=new_public_key(), rules=dict(NEW_BUSINESS_RULES), created_at=now)
    if starts_with is not None:
        operator.time_zone = starts_with.time_zone
        operator.currency = starts_with.currency
        operator.date_format = starts_with.date_format
        operator.approval_required = starts_with.approval_required
    db.add(operator)
    db.flush()
    db.add(PublicKey(public_key=operator.public_key, operator_id=operator.id))
    db.add(Membership(user_id=user.id, operator_id=operator.id, role="owner", created_at=now))
    db.flush()
    return operator


def add_user(
    db: Session,
    *,
    email: str,
    password_hash: str,
    now: datetime,
    company_name: str | None = None,
    phone_number: str | None = None,
    username: str | None = None,
    role: str = "user",
    confirmed: bool = True,
    password_is_short: bool | None = None,
) -> User:
    """Create a user without a business. ``username`` defaults to the part of the email before the @ (A2). Omit
    ``password_is_short`` if it is unknown, so that the first sign-in determines it. Raises EmailTaken.
    """
    user = User(
        email=email,
        email_key=email.lower(),
        password_hash=password_hash,
        username=username or email.partition("@")[0][:100],
        company_name=company_name,
        phone_number=phone_number,
        role=role,
        is_active=True,
        created_at=now,
        email_confirmed_at=now if confirmed else None,
        password_is_short=password_is_short,
    )
    _flush_user(db, user)
    return user


def _flush_user(db: Session, user: User) -> None:
    if not add_unless_taken(db, user):
        raise EmailTaken.about("email")


def sign_in(db: Session, user: User, now: datetime, *, agent: str | None = None, with_factor: bool = False) -> str:
    """Start a session and return its token, of which only a digest is stored (A1).

    ``with_factor`` is true if the user has just used a second factor.
    """
    token = secrets.token_urlsafe(32)
    user.last_login = now
    db.add(
        SignIn(
            token_digest=digest(token),
            user_id=user.id,
            agent=agent,
            created_at=now,
            seen_at=now,
            expires_at=now + SIGN_IN_LASTS,
            factor_at=now if with_factor else None,
        )
    )
    return token


def sign_out(db: Session, token_digest: str) -> None:
    """End one session."""
    user_id = db.scalar(delete(SignIn).where(SignIn.token_digest == token_digest).returning(SignIn.user_id))
    if user_id is not None:
        changes.mark_sign_ins_ended(db, user_id)


def end_sign_ins(db: Session, user_id: int, *, but: str | None = None) -> None:
    """End all sessions of a user, except the one whose token has the digest ``but``."""
    ended = delete(SignIn).where(SignIn.user_id == user_id)
    db.execute(ended.where(SignIn.token_digest != but) if but else ended)
    changes.mark_sign_ins_ended(db, user_id)


def touch(sign_in_row: SignIn, now: datetime) -> None:
    """Record that a session is in use, which extends it up to `LONGEST_SIGN_IN`."""
    sign_in_row.seen_at = now
    sign_in_row.expires_at = min(now + SIGN_IN_LASTS, sign_in_row.created_at + LONGEST_SIGN_IN)


def set_email(db: Session, user: User, email: str) -> None:
    """Change a user's email address. Raises EmailTaken."""
    other = queries.user_by_email(db, email)
    if other is not None and other.id != user.id:
        raise EmailTaken.about("email")
    user.email, user.email_key = email, email.lower()
    _flush_user(db, user)


def change_profile(db: Session, user: User, profile: ProfileInput) -> User:
    """Update the profile fields that were sent, except a new email, which needs confirmation."""
    sent_fields = profile.model_fields_set
    for name in ("username", "company_name", "phone_number"):
        if name in sent_fields:
            setattr(user, name, getattr(profile, name))
    if "email" in sent_fields and profile.email.lower() == user.email_key:
        user.email = profile.email
    db.flush()
    return user


def set_active(db: Session, user: User, *, active: bool) -> None:
    """Activate or deactivate a user and the business they own; deactivating ends all sessions immediately (A1)."""
    user.is_active = active
    operator = db.get(Operator, user.id)
    if operator is not None:
        apply_activity(operator, user)
    if not active:
        end_sign_ins(db, user.id)
        # Members of the business stay signed in, but no longer have access to the business.
        changes.mark_sign_ins_ended(db, user.id, operator_id=user.id)


def apply_activity(operator: Operator, owner: User) -> None:
    """Recompute ``operator.is_active`` from the owner's status, suspension and the closing date."""
    operator.is_active = owner.is_active and operator.suspended_at is None and operator.closes_at is None


_COLUMNS: Final = (
    "date_format",
    "time_format",
    "measures",
    "hold_days",
    "max_rental_days",
    "approval_required",
    "free_cancellation_hours",
)
_RULES: Final = frozenset(field.name for field in fields_of(DeliveryRules))
_YEAR: Final = timedelta(days=365)


def change_rules(operator: Operator, rules: RulesInput) -> Operator:
    """Update the booking rules that were sent. Existing bookings keep their turnaround (L2).

    Raises Invalid with a message for each field that conflicts with others.
    """
    sent_fields = rules.model_fields_set
    if "time_zone" in sent_fields:
        if not is_time_zone(rules.time_zone):
            raise Invalid(fields={"timeZone": "Time zone is not known; use a name such as America/New_York"})
        operator.time_zone = ZoneInfo(rules.time_zone).key
        operator.time_zone_confirmed = True
    same_day = operator.turnaround_days == SAME_DAY_TURNAROUND
    if "same_day_turnaround" in sent_fields:
        same_day = rules.same_day_turnaround
    extra = rules.turnaround_days if "turnaround_days" in sent_fields else max(0, operator.turnaround_days)
    if same_day and extra:
        raise Invalid(fields={"turnaroundDays": "Choose either same-day turnaround or extra turnaround days, not both"})
    operator.turnaround_days = SAME_DAY_TURNAROUND if same_day else extra
    for name in _COLUMNS:
        if name in sent_fields:
            setattr(operator, name, getattr(rules, name))
    if sent_fields & _RULES:
        operator.rules = _changed_rules(rules_of(operator.rules), rules).to_json()
    return operator


def _changed_rules(before: DeliveryRules, rules: RulesInput) -> DeliveryRules:
    values: dict[str, object] = {name: getattr(rules, name) for name in rules.model_fields_set & _RULES}
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = tuple(cast("list[object]", value))
    if "closed_days" in values:
        values["closed_days"] = _closed_days(rules.closed_days)
    if "turned_letters" in values:
        values["turned_letters"] = tuple(
            [TurnedLetters(row.pair, tuple(dict.fromkeys(row.sizes))) for row in rules.turned_letters]
        )
    if "shorter_wordings" in values:
        values["shorter_wordings"] = tuple([ShorterWording(row.long, row.short) for row in rules.shorter_wordings])
    if "gift_card_shop" in values:
        values["gift_card_shop"] = _gift_card_shop(rules.gift_card_shop) if rules.gift_card_shop else GiftCardShop()
    if "install_windows" in values:
        values["install_windows"] = _install_windows(rules.install_windows)
    for name, clock in (("earliest_pickup", rules.earliest_pickup), ("latest_pickup", rules.latest_pickup)):
        if name in values and clock is not None:
            values[name] = clock_of(clock)
    changed = replace(before, **values)
    if not changed.install_windows and "preferredInstallTime" in changed.required_fields:
        raise Invalid(fields={"installWindows": "Customers must choose an install window. Enter at least one"})
    if not (changed.any_address or changed.listed_venues):
        name = "anyAddress" if before.any_address else "listedVenues"
        raise Invalid(fields={name: "Allow at least one: your venues, or the customer's own address"})
    return changed


def _gift_card_shop(given: GiftCardShopInput) -> GiftCardShop:
    """Convert the gift card page for storage. Raises Invalid if it would offer nothing."""
    fields: dict[str, str] = {}
    if given.own_amount and not 0 < given.least <= MAX_CENTS:
        fields["giftCardShop.least"] = "Enter an amount above zero"
    if given.own_amount and not given.least <= given.most <= MAX_CENTS:
        fields["giftCardShop.most"] = "The largest amount can't be below the smallest"
    if not (given.amounts or given.own_amount):
        fields["giftCardShop.amounts"] = "Enter at least one amount, or let customers choose their own"
    if fields:
        raise Invalid(fields=fields)
    return GiftCardShop(given.is_open, tuple(given.amounts), given.own_amount, given.least, given.most)


def _install_windows(inputs: Sequence[InstallWindowInput]) -> tuple[InstallWindow, ...]:
    """Convert install windows for storage. Raises Invalid for windows that end before they start, and for
    duplicates.
    """
    fields: dict[str, str] = {}
    windows: list[InstallWindow] = []
    for at, row in enumerate(inputs):
        window = InstallWindow(row.label, clock_of(row.start), clock_of(row.end))
        if window.end <= window.start:
            fields[f"installWindows[{at}].to"] = "The end must be after the start"
        elif any(window.words() == other.words() for other in windows):
            fields[f"installWindows[{at}].from"] = "This window appears twice"
        windows.append(window)
    if fields:
        raise Invalid(fields=fields)
    return tuple(windows)


def _closed_days(inputs: Sequence[ClosedDaysInput]) -> tuple[ClosedDays, ...]:
    """Convert closed days for storage. Raises Invalid for ranges that end before they start, and for yearly ones that
    cover a full year.
    """
    fields: dict[str, str] = {}
    closed: list[ClosedDays] = []
    for at, row in enumerate(inputs):
        last = row.last or row.first
        if last < row.first:
            fields[f"closedDays[{at}].to"] = "The last day must be on or after the first"
        elif row.yearly and last - row.first >= _YEAR:
            fields[f"closedDays[{at}].to"] = "Days that repeat every year must be less than a year"
        closed.append(ClosedDays(row.first, last, row.yearly, row.reason))
    if fields:
        raise Invalid(fields=fields)
    return tuple(closed)
