"""Encrypted backups: age (https://age-encryption.org), with the key of a recipient whose secret is kept elsewhere."""

from pathlib import Path

import pyrage

from marqueedesk.backup.archive import BackupError

_START = b"age-encryption.org/v1\n"


def check_recipient(recipient: str) -> None:
    """Raise BackupError unless ``recipient`` is a public key of age (``age1…``)."""
    try:
        pyrage.x25519.Recipient.from_str(recipient)
    except pyrage.RecipientError:
        raise BackupError("The recipient must be an age public key, which begins with age1.") from None


def encrypt(file: Path, target: Path, recipient: str) -> None:
    """Encrypt a file for a recipient's public key."""
    pyrage.encrypt_file(str(file), str(target), [pyrage.x25519.Recipient.from_str(recipient)])


def is_encrypted(file: Path) -> bool:
    """Return true for a file that is encrypted with age. Raises BackupError if it can't be read."""
    try:
        with file.open("rb") as content:
            return content.read(len(_START)) == _START
    except FileNotFoundError:
        raise BackupError(f"File not found: {file}.") from None
    except OSError as problem:
        raise BackupError(f"{file} cannot be read: {problem.strerror}.") from problem


def decrypt(file: Path, target: Path, identity: Path | None) -> None:
    """Decrypt a file with the secret keys in ``identity``, a file as age-keygen writes it. Raises BackupError."""
    if identity is None:
        raise BackupError(f"{file} is encrypted: name the file with its secret key with --identity.")
    try:
        lines = identity.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise BackupError(f"The secret key cannot be read from {identity}: {problem}") from problem
    try:
        keys = [pyrage.x25519.Identity.from_str(line.strip()) for line in lines if line.startswith("AGE-SECRET-KEY-")]
    except pyrage.IdentityError:
        keys = []
    if not keys:
        raise BackupError(f"{identity} has no secret key of age, which begins with AGE-SECRET-KEY-.")
    try:
        pyrage.decrypt_file(str(file), str(target), keys)
    except (pyrage.DecryptError, OSError):
        raise BackupError(f"{file} cannot be decrypted: it was encrypted for another key, or it is damaged.") from None
