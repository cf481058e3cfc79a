"""A software authenticator: creates passkeys and signs with them, like a browser and a phone together."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from tests.support.api import Api, ok_json

USER_PRESENT, USER_VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def encoded(raw: bytes) -> str:
    """Base64url encoding, as used by browsers."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One passkey. ``origin`` is the origin of the page, ``host`` the relying party id that the browser passes on."""

    origin: str = "http://localhost"
    host: str = "localhost"
    uses: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def add(self, options: dict[str, Any], *, challenge: str | None = None) -> dict[str, Any]:
        """The result of `navigator.credentials.create`."""
        point = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        data = self._data(HAS_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        return self._credential(
            clientDataJSON=self._client("webauthn.create", challenge or options["challenge"]),
            attestationObject=encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            transports=["internal", "hybrid"],
        )

    def show(self, options: dict[str, Any], *, uses: int | None = None) -> dict[str, Any]:
        """The result of `navigator.credentials.get`."""
        self.uses = self.uses + 1 if uses is None else uses
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(0)
        signed = data + hashlib.sha256(base64.urlsafe_b64decode(client + "==")).digest()
        return self._credential(
            clientDataJSON=client,
            authenticatorData=encoded(data),
            signature=encoded(self.key.sign(signed, ec.ECDSA(SHA256()))),
            userHandle=None,
        )

    def _data(self, flags: int) -> bytes:
        flags |= USER_PRESENT | USER_VERIFIED
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> str:
        client_data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return encoded(json.dumps(client_data).encode())

    def _credential(self, **response: Any) -> dict[str, Any]:
        name = encoded(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def passkey_of(caller: Api, **fields: Any) -> tuple[Authenticator, dict[str, Any]]:
    """Set up a passkey for a signed-in user. Returns the authenticator and the server's response."""
    url = caller.http.base_url
    device = Authenticator(origin=f"{url.scheme}://{url.netloc.decode()}", host=url.host)
    options = ok_json(caller.post("/api/second-factor/passkeys/options"))["publicKey"]
    return device, ok_json(
        caller.post("/api/second-factor/passkeys", json={"credential": device.add(options), **fields})
    )
