"""Passkeys (WebAuthn): set up, and used as the second factor. The `webauthn` library checks what browsers send.

Each ceremony begins with a challenge, which counts once and for ten minutes. A passkey belongs to the site's name: it
cannot be used on another site that looks like this one.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast

from fastapi import Request
from pydantic import Field, StringConstraints
from sqlalchemy import CursorResult, delete, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import PasskeyKnown, TooManyPasskeys, WrongPasskey
from marqueedesk.accounts.models import Passkey, PasskeyChallenge, User
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http.links import Signer
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel
from marqueedesk.settings import Settings

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

MOST: Final = 20
LASTS: Final = timedelta(minutes=10)
_WAITS_MILLISECONDS: Final = 5 * 60 * 1000
_CHALLENGE_BYTES: Final = 32

Purpose = Literal["add", "show"]
Bytes = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]*$", max_length=20_000)]
"""Bytes in base64url, as browsers' `toJSON` writes them."""
KeyId = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]+$", max_length=1400)]
Transport = Annotated[str, StringConstraints(pattern="^[a-z-]{1,20}$")]
_MOST_TRANSPORTS: Final = 10


class AddedResponse(RequestModel):
    """The answer of an authenticator that has made a key."""

    client_data_json: Annotated[Bytes, Field(alias="clientDataJSON")]
    attestation_object: Bytes
    transports: Annotated[list[Transport], Field(max_length=_MOST_TRANSPORTS, default_factory=list)]


class AddedCredential(RequestModel):
    """A new credential, as `PublicKeyCredential.toJSON` gives it."""

    id: KeyId
    raw_id: KeyId
    type: Literal["public-key"]
    response: AddedResponse


class ShownResponse(RequestModel):
    """What an authenticator signed."""

    client_data_json: Annotated[Bytes, Field(alias="clientDataJSON")]
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Annotated[str | None, Field(max_length=200)] = None


class ShownCredential(RequestModel):
    """A credential that was used, as `PublicKeyCredential.toJSON` gives it."""

    id: KeyId
    raw_id: KeyId
    type: Literal["public-key"]
    response: ShownResponse


class RelyingParty(ResponseModel):
    """The site that a passkey is for."""

    id: str
    name: str


class Holder(ResponseModel):
    """Whom a passkey is for."""

    id: str
    name: str
    display_name: str


class KeyKind(ResponseModel):
    """A kind of key that the server can check, by its number in the COSE registry."""

    type: Literal["public-key"]
    alg: int


class KnownCredential(ResponseModel):
    """A passkey that the account has."""

    id: str
    type: Literal["public-key"]
    transports: Annotated[list[str], Field(default_factory=list)]


class Selection(ResponseModel):
    """The kind of authenticator that is asked for."""

    resident_key: str
    require_resident_key: bool
    user_verification: str


class OptionsToAdd(ResponseModel):
    """What `navigator.credentials.create` takes as `publicKey`, its bytes in base64url."""

    rp: RelyingParty
    user: Holder
    challenge: str
    pub_key_cred_params: list[KeyKind]
    timeout: Annotated[int, Field(description="Milliseconds")]
    exclude_credentials: list[KnownCredential]
    authenticator_selection: Selection
    attestation: str


class OptionsToShow(ResponseModel):
    """What `navigator.credentials.get` takes as `publicKey`, its bytes in base64url."""

    challenge: str
    timeout: Annotated[int, Field(description="Milliseconds")]
    rp_id: str
    allow_credentials: list[KnownCredential]
    user_verification: str


@dataclass(frozen=True, slots=True)
class Site:
    """What passkeys belong to: the host's name, and the origin of its pages."""

    host: str
    origin: str
    name: str


def site_of(request: Request) -> Site:
    """The site that a call came to: the public address where that is https, else the one that was asked."""
    settings: Settings = request.app.state.settings
    name: str = request.app.state.current.site_name
    if settings.is_https:
        return Site(settings.public_host, settings.public_url, name)
    return Site(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}", name)


def of_user(db: Session, user_id: int) -> list[Passkey]:
    """A person's passkeys, the oldest first."""
    return list(db.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)))


def count(db: Session, user_id: int) -> int:
    """How many passkeys a person has."""
    return db.scalar(select(func.count()).select_from(Passkey).where(Passkey.user_id == user_id)) or 0


def options_to_add(db: Session, signer: Signer, site: Site, user: User, now: datetime) -> OptionsToAdd:
    """The options with which a browser makes a passkey. Raises TooManyPasskeys."""
    from webauthn import generate_registration_options  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415 - see above.
    from webauthn.helpers.structs import (  # noqa: PLC0415 - see above.
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = of_user(db, user.id)
    if len(known) >= MOST:
        raise TooManyPasskeys
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=site.name,
        # Says nothing about the person, and is the same for each of their passkeys.
        user_id=signer.token("passkeys", user.id, 0, "").encode(),
        user_name=user.email,
        user_display_name=user.username,
        challenge=_challenge(db, user.id, "add", now),
        timeout=_WAITS_MILLISECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_descriptors(known),
    )
    return OptionsToAdd.model_validate(options_to_json_dict(options))


def add(db: Session, site: Site, user_id: int, given: AddedCredential, *, name: str, now: datetime) -> Passkey:
    """Keep a passkey that a browser has made. Raises WrongPasskey, PasskeyKnown, TooManyPasskeys."""
    from webauthn import verify_registration_response  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - see above.

    challenge = _spend(db, user_id, "add", given.response.client_data_json, now)
    try:
        made = verify_registration_response(**_expected(site, challenge, given))
    except _faults() as error:
        raise _wrong() from error
    credential_id = bytes_to_base64url(made.credential_id)
    if db.scalar(select(Passkey.id).where(Passkey.credential_id == credential_id)) is not None:
        raise PasskeyKnown
    if count(db, user_id) >= MOST:
        raise TooManyPasskeys
    row = Passkey(
        user_id=user_id,
        credential_id=credential_id,
        public_key=bytes_to_base64url(made.credential_public_key),
        sign_count=made.sign_count,
        transports=sorted(set(given.response.transports)),
        name=name,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return row


def _expected(site: Site, challenge: bytes, given: AddedCredential | ShownCredential) -> dict[str, Any]:
    """What a browser has answered, and what it has to agree with."""
    return {
        "credential": given.model_dump(by_alias=True),
        "expected_challenge": challenge,
        "expected_rp_id": site.host,
        "expected_origin": site.origin,
    }


def options_to_show(db: Session, site: Site, user_id: int, now: datetime) -> OptionsToShow:
    """The options with which a browser uses one of a person's passkeys."""
    from webauthn import generate_authentication_options  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415 - see above.
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415 - see above.

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=_challenge(db, user_id, "show", now),
        timeout=_WAITS_MILLISECONDS,
        allow_credentials=_descriptors(of_user(db, user_id)),
        # It is used beside a password, so a touch is enough.
        user_verification=UserVerificationRequirement.DISCOURAGED,
    )
    return OptionsToShow.model_validate(options_to_json_dict(options))


def check(db: Session, site: Site, user_id: int, given: ShownCredential, now: datetime) -> None:
    """Use up a challenge with one of the person's passkeys. Raises WrongPasskey, also for a copy that counts behind."""
    from webauthn import base64url_to_bytes, verify_authentication_response  # noqa: PLC0415 - few need it.

    challenge = _spend(db, user_id, "show", given.response.client_data_json, now)
    row = db.scalars(select(Passkey).where(Passkey.user_id == user_id, Passkey.credential_id == given.id)).one_or_none()
    if row is None:
        raise _wrong()
    try:
        shown = verify_authentication_response(
            **_expected(site, challenge, given),
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
        )
    except _faults() as error:
        raise _wrong() from error
    row.sign_count, row.used_at = shown.new_sign_count, now


def rename(db: Session, user_id: int, passkey_id: int, name: str) -> Passkey:
    """Call a passkey something else. Raises NotFound."""
    row = _find(db, user_id, passkey_id)
    row.name = name
    return row


def remove(db: Session, user_id: int, passkey_id: int) -> Passkey:
    """Take a passkey away. Raises NotFound."""
    row = _find(db, user_id, passkey_id)
    db.delete(row)
    db.flush()
    return row


def forget_old(db: Session, now: datetime) -> None:
    """Remove challenges that nobody answered in time."""
    db.execute(delete(PasskeyChallenge).where(PasskeyChallenge.expires_at < now))


def _find(db: Session, user_id: int, passkey_id: int) -> Passkey:
    wanted = select(Passkey).where(Passkey.user_id == user_id, Passkey.id == passkey_id)
    return existing(db.scalars(wanted).one_or_none(), NotFound)


def _challenge(db: Session, user_id: int, purpose: Purpose, now: datetime) -> bytes:
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    db.add(PasskeyChallenge(digest=_digest(challenge), user_id=user_id, purpose=purpose, expires_at=now + LASTS))
    return challenge


def _spend(db: Session, user_id: int, purpose: Purpose, client_data: str, now: datetime) -> bytes:
    """The challenge that an answer is to, which nobody can answer again. Raises WrongPasskey."""
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - few processes ever need it.

    try:
        said = json.loads(base64url_to_bytes(client_data))
        challenge = base64url_to_bytes(said["challenge"])
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise _wrong() from error
    spent = delete(PasskeyChallenge).where(
        PasskeyChallenge.digest == _digest(challenge),
        PasskeyChallenge.user_id == user_id,
        PasskeyChallenge.purpose == purpose,
        PasskeyChallenge.expires_at > now,
    )
    if cast("CursorResult[Any]", db.execute(spent)).rowcount != 1:
        raise _wrong()
    return challenge


def _descriptors(rows: list[Passkey]) -> "list[PublicKeyCredentialDescriptor]":
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers.structs import (  # noqa: PLC0415 - see above.
        AuthenticatorTransport,
        PublicKeyCredentialDescriptor,
    )

    known = {each.value: each for each in AuthenticatorTransport}
    return [
        PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(row.credential_id),
            transports=[known[name] for name in row.transports if name in known],
        )
        for row in rows
    ]


def _faults() -> tuple[type[Exception], ...]:
    """The library's errors for an answer that is wrong or broken."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415 - see above.

    return WebAuthnException, UnsupportedAlgorithm, ValueError, TypeError, LookupError, AttributeError, OverflowError


def _wrong() -> WrongPasskey:
    return WrongPasskey.about("credential")


def _digest(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()
