"""Secrets at rest: encrypted with a key derived from the installation's secret, which is not in the database (G1).

The library is imported when the first secret is encrypted or decrypted, because most processes need none.
"""

import base64
from typing import TYPE_CHECKING

from marqueedesk.settings import Settings

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

PURPOSE = "marqueedesk stored secrets 1"
"""Purpose for key derivation. The derived key is used only for stored secrets."""


def seal(settings: Settings, secret: str) -> str:
    """Encrypt and authenticate a secret for storage."""
    return _cipher(settings).encrypt(secret.encode()).decode()


def unseal(settings: Settings, sealed: str) -> str | None:
    """Decrypt a secret; None if none of the installation's secrets decrypts it."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - see the module.

    try:
        return _cipher(settings).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def is_current(settings: Settings, sealed: str) -> bool:
    """Return true if a secret is encrypted with the current installation secret, not with an older one."""
    from cryptography.fernet import Fernet, InvalidToken  # noqa: PLC0415 - see the module.

    try:
        Fernet(base64.urlsafe_b64encode(settings.key_for(PURPOSE))).decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


def _cipher(settings: Settings) -> "MultiFernet":
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415 - see the module.

    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in settings.keys_for(PURPOSE)])
