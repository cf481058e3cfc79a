"""Second factors: authenticator app codes (TOTP, RFC 6238), passkeys and recovery codes.

A code works once. The secret is encrypted with the installation's key; only digests of recovery codes are stored. Every
user with an app or a passkey has recovery codes.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Literal, cast
from urllib.parse import quote, urlencode

from sqlalchemy import CursorResult, delete, func, or_, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts import passkeys, remembered_devices
from marqueedesk.accounts.errors import NoSecondFactor, SecondFactorOn, SecondFactorStaysOn, TicketOver, WrongCode
from marqueedesk.accounts.models import Operator, Passkey, RecoveryCode, SecondFactor, User
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit.http.links import Signer
from marqueedesk.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.twofactor.totp import TOTP

Method = Literal["totp", "passkey"]

STEP_SECONDS: Final = 30
DIGITS: Final = 6
STEPS_OFF: Final = 1
"""Tolerated clock difference in time steps, early or late."""
RECOVERY_CODES: Final = 10
TICKET_LASTS: Final = timedelta(minutes=10)
"""How long a ticket for the second step is valid after the correct password."""
_SECRET_BYTES: Final = 20
_RECOVERY_BYTES: Final = 15
"""Number of random bytes in a recovery code: 120 bits. With 112 or more, a code cannot be guessed from its digest,
however fast the hash (ASVS 6.5.2).
"""
_GROUP: Final = 4
_TICKET: Final = "login"


def methods(db: Session, user_id: int) -> list[Method]:
    """Return a user's second factors; empty if the password is enough."""
    app: list[Method] = ["totp"] if app_of(db, user_id) is not None else []
    keys: list[Method] = ["passkey"] if passkeys.count(db, user_id) else []
    return app + keys


def is_on(db: Session, user_id: int) -> bool:
    """Return true if a user has a second factor."""
    return bool(methods(db, user_id))


def having(db: Session, user_ids: Collection[int]) -> set[int]:
    """Filter users: return those who have a second factor."""
    apps = select(SecondFactor.user_id).where(
        SecondFactor.user_id.in_(user_ids), SecondFactor.confirmed_at.is_not(None)
    )
    return set(db.scalars(apps.union(select(Passkey.user_id).where(Passkey.user_id.in_(user_ids)))))


def is_needed(settings: Settings, user: User, operator: Operator | None) -> bool:
    """Return true if the installation (for administrators) or the user's business requires a second factor."""
    required = user.role == "admin" and settings.admins_need_second_factor
    return required or (operator is not None and operator.second_factor_required)


def app_of(db: Session, user_id: int) -> SecondFactor | None:
    """Return the user's confirmed authenticator app, if any."""
    row = db.get(SecondFactor, user_id)
    return row if row is not None and row.confirmed_at is not None else None


def recovery_codes_left(db: Session, user_id: int) -> int:
    """Return the number of unused recovery codes."""
    return db.scalar(select(func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)) or 0


def begin(db: Session, settings: Settings, user: User, now: datetime) -> str:
    """Create a secret, pending confirmation by a code; return it in base32. Raises SecondFactorOn."""
    if app_of(db, user.id) is not None:
        raise SecondFactorOn
    secret = base64.b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()
    row = db.get(SecondFactor, user.id) or SecondFactor(user_id=user.id)
    row.secret, row.created_at, row.confirmed_at, row.last_step = seal(settings, secret), now, None, None
    db.add(row)
    return secret


def address(secret: str, email: str, site: str) -> str:
    """Return the URI for an authenticator app's QR code."""
    label = quote(f"{site}:{email}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': site})}"


def confirm(db: Session, settings: Settings, user: User, code: str, now: datetime) -> list[str]:
    """Turn the app on with its first code. Returns recovery codes, shown only once, or none if the user already has
    some. Raises NoSecondFactor, SecondFactorOn, WrongCode.
    """
    row = db.get(SecondFactor, user.id)
    if row is None:
        raise NoSecondFactor
    if row.confirmed_at is not None:
        raise SecondFactorOn
    step = _step_of(settings, row, _plain(code), now)
    if step is None:
        raise WrongCode.about("code")
    # This code is used up, so it cannot also be used to sign in.
    row.confirmed_at, row.last_step = now, step
    return first_recovery_codes(db, user.id)


def first_recovery_codes(db: Session, user_id: int) -> list[str]:
    """Create recovery codes if the user has none; otherwise return none."""
    return [] if recovery_codes_left(db, user_id) else new_recovery_codes(db, user_id)


def new_recovery_codes(db: Session, user_id: int) -> list[str]:
    """Replace all recovery codes."""
    db.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    codes = [base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    db.add_all(RecoveryCode(user_id=user_id, digest=_digest(code)) for code in codes)
    return ["-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP)) for code in codes]


def check(db: Session, settings: Settings, user_id: int, code: str, now: datetime) -> None:
    """Verify and use up an app code or recovery code. Raises WrongCode, also for a reused one."""
    if not _use(db, settings, user_id, _plain(code), now):
        raise WrongCode.about("code")


def remove_app(db: Session, user_id: int) -> bool:
    """Remove the app; return true if there was one."""
    was_on = app_of(db, user_id) is not None
    db.execute(delete(SecondFactor).where(SecondFactor.user_id == user_id))
    return was_on


def after_removing(db: Session, settings: Settings, user: User, operator: Operator | None) -> None:
    """Remove recovery codes and remembered browsers after the last second factor was removed.

    Raises SecondFactorStaysOn if the user is required to have one.
    """
    if is_on(db, user.id):
        return
    if is_needed(settings, user, operator):
        raise SecondFactorStaysOn
    _forget_rest(db, user.id)


def remove_all(db: Session, user_id: int) -> bool:
    """Remove all second factors; return true if there were any."""
    was_on = is_on(db, user_id)
    remove_app(db, user_id)
    db.execute(delete(Passkey).where(Passkey.user_id == user_id))
    _forget_rest(db, user_id)
    return was_on


def remove_since(db: Session, user_id: int, since: datetime) -> None:
    """Remove second factors that were set up since a given time, because they may be an intruder's."""
    app = app_of(db, user_id)
    if app is not None and app.created_at >= since:
        remove_app(db, user_id)
    db.execute(delete(Passkey).where(Passkey.user_id == user_id, Passkey.created_at >= since))
    remembered_devices.forget(db, user_id)
    if not is_on(db, user_id):
        _forget_rest(db, user_id)


def _forget_rest(db: Session, user_id: int) -> None:
    db.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    remembered_devices.forget(db, user_id)


def ticket(signer: Signer, user: User, now: datetime) -> str:
    """Create a ticket that proves for ten minutes that the password was correct. Changing the password
    invalidates it.
    """
    ends = int((now + TICKET_LASTS).timestamp())
    return f"{user.id}.{ends}.{signer.token(_TICKET, user.id, ends, user.password_hash)}"


def user_of(db: Session, signer: Signer, ticket_text: str, now: datetime) -> User:
    """Return the user whom a ticket belongs to. Raises TicketOver if it is malformed, expired or forged."""
    parts = ticket_text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts[:2]):  # noqa: PLR2004 - the format that `ticket` writes.
        raise TicketOver
    user_id, ends = int(parts[0]), int(parts[1])
    user = db.get(User, user_id)
    right = signer.token(_TICKET, user_id, ends, user.password_hash if user else "")
    if user is None or ends < now.timestamp() or not hmac.compare_digest(right.encode(), parts[2].encode()):
        raise TicketOver
    return user


def _use(db: Session, settings: Settings, user_id: int, code: str, now: datetime) -> bool:
    if len(code) != DIGITS:
        deletion = delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.digest == _digest(code))
        return cast("CursorResult[Any]", db.execute(deletion)).rowcount == 1
    row = app_of(db, user_id)
    step = _step_of(settings, row, code, now) if row is not None else None
    if step is None:
        return False
    # A single statement, so that only one of two uses at the same time succeeds.
    unused = or_(SecondFactor.last_step.is_(None), SecondFactor.last_step < step)
    used = update(SecondFactor).where(SecondFactor.user_id == user_id, unused).values(last_step=step)
    return cast("CursorResult[Any]", db.execute(used)).rowcount == 1


def _step_of(settings: Settings, row: SecondFactor, code: str, now: datetime) -> int | None:
    """Return the time step, within the tolerance, whose code matches."""
    secret = unseal(settings, row.secret)
    if secret is None or len(code) != DIGITS or not (code.isascii() and code.isdigit()):
        return None
    generator, present = _generator(secret), int(now.timestamp()) // STEP_SECONDS
    for step in range(present - STEPS_OFF, present + STEPS_OFF + 1):
        if hmac.compare_digest(generator.generate(step * STEP_SECONDS), code.encode()):
            return step
    return None


def _generator(secret: str) -> "TOTP":
    # Imported only when needed, because most processes never need it.
    from cryptography.hazmat.primitives.hashes import SHA1  # noqa: PLC0415 - see above.
    from cryptography.hazmat.primitives.twofactor.totp import TOTP  # noqa: PLC0415 - see above.

    return TOTP(base64.b32decode(secret), DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303 - the algorithm that all apps use.


def _plain(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
