"""Passkeys (WebAuthn) as a second factor. The `webauthn` library verifies browser responses.

Registration and sign-in start with a single-use challenge, which expires after ten minutes. A passkey is bound to the
site's name and cannot be used on a look-alike site.
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
"""Base64url bytes, as `toJSON` in browsers writes them."""
KeyId = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]+$", max_length=1400)]
Transport = Annotated[str, StringConstraints(pattern="^[a-z-]{1,20}$")]
_MOST_TRANSPORTS: Final = 10


class AddedResponse(RequestModel):
    """Authenticator's response when a passkey is registered."""

    client_data_json: Annotated[Bytes, Field(alias="clientDataJSON")]
    attestation_object: Bytes
    transports: Annotated[list[Transport], Field(max_length=_MOST_TRANSPORTS, default_factory=list)]


class AddedCredential(RequestModel):
    """New credential, as `PublicKeyCredential.toJSON` returns it."""

    id: KeyId
    raw_id: KeyId
    type: Literal["public-key"]
    response: AddedResponse


class ShownResponse(RequestModel):
    """Authenticator's response when a passkey is used to sign in."""

    client_data_json: Annotated[Bytes, Field(alias="clientDataJSON")]
    authenticator_data: Bytes
    signature: Bytes
    user_handle: Annotated[str | None, Field(max_length=200)] = None


class ShownCredential(RequestModel):
    """Credential used to sign in, as `PublicKeyCredential.toJSON` returns it."""

    id: KeyId
    raw_id: KeyId
    type: Literal["public-key"]
    response: ShownResponse


class RelyingParty(ResponseModel):
    """The site that a passkey belongs to."""

    id: str
    name: str


class PasskeyHolder(ResponseModel):
    """The user that a passkey belongs to."""

    id: str
    name: str
    display_name: str


class KeyKind(ResponseModel):
    """Supported key algorithm, by its COSE number."""

    type: Literal["public-key"]
    alg: int


class KnownCredential(ResponseModel):
    """Existing passkey of the account."""

    id: str
    type: Literal["public-key"]
    transports: Annotated[list[str], Field(default_factory=list)]


class Selection(ResponseModel):
    """Requirements for the authenticator."""

    resident_key: str
    require_resident_key: bool
    user_verification: str


class OptionsToAdd(ResponseModel):
    """`publicKey` options for `navigator.credentials.create`, with bytes in base64url."""

    rp: RelyingParty
    user: PasskeyHolder
    challenge: str
    pub_key_cred_params: list[KeyKind]
    timeout: Annotated[int, Field(description="Milliseconds")]
    exclude_credentials: list[KnownCredential]
    authenticator_selection: Selection
    attestation: str


class OptionsToShow(ResponseModel):
    """`publicKey` options for `navigator.credentials.get`, with bytes in base64url."""

    challenge: str
    timeout: Annotated[int, Field(description="Milliseconds")]
    rp_id: str
    allow_credentials: list[KnownCredential]
    user_verification: str


@dataclass(frozen=True, slots=True)
class PasskeySite:
    """The site that passkeys are bound to: host name and page origin."""

    host: str
    origin: str
    name: str


def site_of(request: Request) -> PasskeySite:
    """Return the site that passkeys are bound to: the public URL if it uses HTTPS, otherwise the requested host."""
    settings: Settings = request.app.state.settings
    name: str = request.app.state.cached_settings.site_name
    if settings.is_https:
        return PasskeySite(settings.public_host, settings.public_url, name)
    return PasskeySite(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}", name)


def of_user(db: Session, user_id: int) -> list[Passkey]:
    """Return a user's passkeys, oldest first."""
    return list(db.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)))


def count(db: Session, user_id: int) -> int:
    """Return the number of a user's passkeys."""
    return db.scalar(select(func.count()).select_from(Passkey).where(Passkey.user_id == user_id)) or 0


def options_to_add(db: Session, signer: Signer, site: PasskeySite, user: User, now: datetime) -> OptionsToAdd:
    """Return the options to create a passkey. Raises TooManyPasskeys."""
    from webauthn import generate_registration_options  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415 - see above.
    from webauthn.helpers.structs import (  # noqa: PLC0415 - see above.
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    existing = of_user(db, user.id)
    if len(existing) >= MOST:
        raise TooManyPasskeys
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=site.name,
        # The ID reveals nothing about the user and is the same for all of their passkeys.
        user_id=signer.token("passkeys", user.id, 0, "").encode(),
        user_name=user.email,
        user_display_name=user.username,
        challenge=_challenge(db, user.id, "add", now),
        timeout=_WAITS_MILLISECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_descriptors(existing),
    )
    return OptionsToAdd.model_validate(options_to_json_dict(options))


def add(
    db: Session, site: PasskeySite, user_id: int, credential: AddedCredential, *, name: str, now: datetime
) -> Passkey:
    """Register a passkey created by a browser. Raises WrongPasskey, PasskeyKnown, TooManyPasskeys."""
    from webauthn import verify_registration_response  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - see above.

    challenge = _spend(db, user_id, "add", credential.response.client_data_json, now)
    try:
        verified = verify_registration_response(**_expected(site, challenge, credential))
    except _faults() as error:
        raise _wrong() from error
    credential_id = bytes_to_base64url(verified.credential_id)
    if db.scalar(select(Passkey.id).where(Passkey.credential_id == credential_id)) is not None:
        raise PasskeyKnown
    if count(db, user_id) >= MOST:
        raise TooManyPasskeys
    row = Passkey(
        user_id=user_id,
        credential_id=credential_id,
        public_key=bytes_to_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
        transports=sorted(set(credential.response.transports)),
        name=name,
        created_at=now,
    )
    db.add(row)
    db.flush()
    return row


def _expected(site: PasskeySite, challenge: bytes, credential: AddedCredential | ShownCredential) -> dict[str, Any]:
    """Return the browser's response along with the values it has to match."""
    return {
        "credential": credential.model_dump(by_alias=True),
        "expected_challenge": challenge,
        "expected_rp_id": site.host,
        "expected_origin": site.origin,
    }


def options_to_show(db: Session, site: PasskeySite, user_id: int, now: datetime) -> OptionsToShow:
    """Return the options to sign in with one of a user's passkeys."""
    from webauthn import generate_authentication_options  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415 - see above.
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415 - see above.

    options = generate_authentication_options(
        rp_id=site.host,
        challenge=_challenge(db, user_id, "show", now),
        timeout=_WAITS_MILLISECONDS,
        allow_credentials=_descriptors(of_user(db, user_id)),
        # The passkey is used in addition to a password, so a touch is enough.
        user_verification=UserVerificationRequirement.DISCOURAGED,
    )
    return OptionsToShow.model_validate(options_to_json_dict(options))


def check(db: Session, site: PasskeySite, user_id: int, credential: ShownCredential, now: datetime) -> None:
    """Verify a passkey's response and use up its challenge. Raises WrongPasskey, also if the signature counter has
    fallen behind, which indicates a cloned key.
    """
    from webauthn import base64url_to_bytes, verify_authentication_response  # noqa: PLC0415 - few need it.

    challenge = _spend(db, user_id, "show", credential.response.client_data_json, now)
    row = db.scalars(
        select(Passkey).where(Passkey.user_id == user_id, Passkey.credential_id == credential.id)
    ).one_or_none()
    if row is None:
        raise _wrong()
    try:
        verified = verify_authentication_response(
            **_expected(site, challenge, credential),
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
        )
    except _faults() as error:
        raise _wrong() from error
    row.sign_count, row.used_at = verified.new_sign_count, now


def rename(db: Session, user_id: int, passkey_id: int, name: str) -> Passkey:
    """Rename a passkey. Raises NotFound."""
    row = _find(db, user_id, passkey_id)
    row.name = name
    return row


def remove(db: Session, user_id: int, passkey_id: int) -> Passkey:
    """Remove a passkey. Raises NotFound."""
    row = _find(db, user_id, passkey_id)
    db.delete(row)
    db.flush()
    return row


def forget_old(db: Session, now: datetime) -> None:
    """Delete expired challenges."""
    db.execute(delete(PasskeyChallenge).where(PasskeyChallenge.expires_at < now))


def _find(db: Session, user_id: int, passkey_id: int) -> Passkey:
    query = select(Passkey).where(Passkey.user_id == user_id, Passkey.id == passkey_id)
    return existing(db.scalars(query).one_or_none(), NotFound)


def _challenge(db: Session, user_id: int, purpose: Purpose, now: datetime) -> bytes:
    challenge = secrets.token_bytes(_CHALLENGE_BYTES)
    db.add(PasskeyChallenge(digest=_digest(challenge), user_id=user_id, purpose=purpose, expires_at=now + LASTS))
    return challenge


def _spend(db: Session, user_id: int, purpose: Purpose, client_data: str, now: datetime) -> bytes:
    """Use up the challenge that a response signs, and return it. Raises WrongPasskey."""
    from webauthn import base64url_to_bytes  # noqa: PLC0415 - few processes ever need it.

    try:
        data = json.loads(base64url_to_bytes(client_data))
        challenge = base64url_to_bytes(data["challenge"])
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

    transports = {each.value: each for each in AuthenticatorTransport}
    return [
        PublicKeyCredentialDescriptor(
            id=base64url_to_bytes(row.credential_id),
            transports=[transports[name] for name in row.transports if name in transports],
        )
        for row in rows
    ]


def _faults() -> tuple[type[Exception], ...]:
    """Return the exceptions that the library raises for a wrong or malformed response."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415 - few processes ever need it.
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415 - see above.

    return WebAuthnException, UnsupportedAlgorithm, ValueError, TypeError, LookupError, AttributeError, OverflowError


def _wrong() -> WrongPasskey:
    return WrongPasskey.about("credential")


def _digest(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()
