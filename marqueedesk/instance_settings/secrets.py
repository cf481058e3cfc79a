"""Secrets at rest: sealed with a key derived from the installation's secret, which the database does not hold (G1).

The library is loaded when the first secret is sealed or read: most processes of most installations have none.
"""

import base64
from typing import TYPE_CHECKING

from marqueedesk.settings import Settings

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

PURPOSE = "marqueedesk stored secrets 1"
"""The purpose that the key is derived for: it serves only stored secrets."""


def seal(settings: Settings, secret: str) -> str:
    """The secret as it may be stored: encrypted and authenticated."""
    return _cipher(settings).encrypt(secret.encode()).decode()


def unseal(settings: Settings, sealed: str) -> str | None:
    """The secret again; None when it was sealed under another installation's secret, or was damaged."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - see the module.

    try:
        return _cipher(settings).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def _cipher(settings: Settings) -> "Fernet":
    from cryptography.fernet import Fernet  # noqa: PLC0415 - see the module.

    return Fernet(base64.urlsafe_b64encode(settings.key_for(PURPOSE)))
