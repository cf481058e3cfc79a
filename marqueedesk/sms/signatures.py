"""Signatures of the provider's requests: HMAC-SHA1 over the full URL and the sorted form fields."""

import base64
import hmac
from collections.abc import Mapping

HEADER = "X-Twilio-Signature"


def signature_of(token: str, url: str, fields: Mapping[str, str]) -> str:
    """Return the signature of a request, in Base64. ``url`` includes scheme, host and query."""
    signed = url + "".join(f"{name}{fields[name]}" for name in sorted(fields))
    return base64.b64encode(hmac.digest(token.encode(), signed.encode(), "sha1")).decode()


def is_signed(token: str, url: str, fields: Mapping[str, str], signature: str) -> bool:
    """Return true if a request carries the right signature. Takes the same time for any wrong one."""
    return hmac.compare_digest(signature_of(token, url, fields).encode(), signature.encode())
