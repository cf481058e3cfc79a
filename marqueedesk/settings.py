"""Typed settings from the environment (prefix MARQUEEDESK_). Rejects settings that are unsafe in production."""

import contextlib
import hmac
import os
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from marqueedesk.kit.http.threads import AT_ONCE, AT_ONCE_FROM_AFAR

SHORTEST_KEY = 32
_SHORTEST_TOKEN = 12
WEAK = "SECRET_KEY is easy to guess; use a random string, such as the output of: openssl rand -hex 32"
_FEWEST_CHARACTERS = 5
"""Minimum number of distinct characters in a secret. Fewer suggest that it was typed by hand."""
_LONGEST_UNIT = 12
"""Maximum length of a text that is repeated to make up a secret."""
_TYPED = re.compile("change[-_ ]?me|your[-_ ]secret|abcdefghijklm|qwertyuiop", re.IGNORECASE)
"""Sample values from documentation, and rows of the keyboard. Random text practically never contains them."""
_TESTS = "MARQUEEDESK_TEST_"
_THIS_MACHINE = {None, "localhost", "127.0.0.1", "::1"}
KEY_FILE = "secret.key"
_DATA_FILES = (KEY_FILE, "marqueedesk.db*")
"""Files in the data folder that backups include: the generated secret and the database."""


@dataclass(frozen=True, slots=True)
class Smtp:
    """Connection settings of a mail server. Never printed as a whole, because they contain the password."""

    host: str
    port: int
    security: Literal["starttls", "tls", "none"]
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    # Sender address, if the URL has one.
    sender: str | None = None


def smtp_of(url: str) -> Smtp:
    """Parse a mail server URL: ``smtp://user:password@host:587`` (STARTTLS), ``smtps://…`` (implicit TLS),
    ``smtp://host:25?security=none`` (unencrypted); ``?from=desk@example.com`` sets the sender. Raises ValueError
    without revealing the password.
    """
    wrong = ValueError("SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://…")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wrong from None
    query = dict(parse_qsl(parts.query))
    security = query.pop("security", "tls" if parts.scheme == "smtps" else "starttls")
    sender = query.pop("from", None)
    if sender is not None and (sender.count("@") != 1 or not sender.isprintable() or set(sender) & set(' <>,;"')):
        raise ValueError("from in SMTP_URL must be one email address")
    has_host = parts.hostname and _TOKEN.fullmatch(parts.hostname) and port != 0
    if parts.scheme not in {"smtp", "smtps"} or not has_host or parts.path.strip("/") or query:
        raise wrong
    if security not in {"starttls", "tls", "none"}:
        raise ValueError("security in SMTP_URL must be starttls, tls or none")
    return Smtp(
        host=str(parts.hostname),
        port=port or (465 if security == "tls" else 587),
        security=cast("Literal['starttls', 'tls', 'none']", security),
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        sender=sender,
    )


def is_live_key(key: str) -> bool:
    """Return true if a payment provider key moves real money."""
    return key.startswith(("sk_live_", "rk_live_", "pk_live_"))


_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]")


def _is_origin(url: str) -> bool:
    """Return true if a URL consists only of a scheme, a host and an optional port."""
    try:
        parts = urlsplit(url)
        authority = parts.netloc.removesuffix("" if parts.port is None else f":{parts.port}").removesuffix(":")
    except ValueError:
        return False
    rest = parts.path.strip("/") or parts.query or parts.fragment
    return parts.scheme in {"http", "https"} and not rest and _HOST.fullmatch(authority) is not None


def _as_host(name: str) -> str:
    """Return a host name as it appears in requests: IPv6 addresses are in brackets."""
    return f"[{name}]" if ":" in name else name


_TOKEN = re.compile("[!-~]+")


def _repeats(secret: str) -> bool:
    """Return true if a secret repeats a few characters or a short text, which makes it guessable at any length."""
    text = secret.strip()
    units = (text[:length] for length in range(1, _LONGEST_UNIT + 1))
    return len(set(text)) < _FEWEST_CHARACTERS or any((unit * len(text))[: len(text)] == text for unit in units if unit)


def is_weak(secret: str) -> bool:
    """Return true if a secret is guessable: repetition, a sample from documentation, or a row of the keyboard."""
    return _repeats(secret) or _TYPED.search(secret) is not None


_CONTACT = re.compile(r"https://[!-~]+|[^@\s\"(),:;<>\\\[\]]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+")
_POSTGRESQL = {"postgresql", "postgres", "postgresql+psycopg"}
_STRIPE_KEYS = {
    "stripe_secret_key": (("sk_", "rk_"), "secret key"),
    "stripe_publishable_key": (("pk_",), "publishable key"),
    "stripe_webhook_secret": (("whsec_",), "webhook secret"),
}

STANDIN_CLIENT = "standin"
"""Start of a client ID at a stand-in for bookkeeping software; others are only used at the partner's own address."""
_BOOKS_HOSTS = {
    "quickbooks": ("https://quickbooks.api.intuit.com", "https://sandbox-quickbooks.api.intuit.com"),
    "xero": ("https://api.xero.com",),
}
STANDIN_SMS_ACCOUNT = "ACstandin"
"""Start of an account at a stand-in for the text provider; other accounts are only used at the provider's address."""
_SMS_ACCOUNT = re.compile(r"AC[0-9A-Za-z_-]{3,100}")
_SMS_SENDER = re.compile(r"\+[1-9][0-9]{6,14}|[0-9]{3,8}|MG[0-9A-Za-z]{3,100}")


def is_text_sender(text: str) -> bool:
    """Return true if a text is a number in E.164 form, a short code, or the ID of a messaging service."""
    return _SMS_SENDER.fullmatch(text) is not None


def unknown_names(environment: Iterable[str]) -> list[str]:
    """Return environment variables that look like settings of this product but aren't."""
    names = {f"MARQUEEDESK_{name.upper()}" for name in Settings.model_fields}
    return sorted(
        name
        for name in environment
        if name.startswith("MARQUEEDESK_") and not name.startswith(_TESTS) and name not in names
    )


class Settings(BaseSettings):
    """Settings of the installation, from environment variables. docs/deployment.md lists all of them."""

    model_config = SettingsConfigDict(env_prefix="MARQUEEDESK_", env_file=None, extra="ignore")

    data_dir: Path = Path("data")
    database_url: str = ""
    # Read replica for long reads; empty if there is none.
    read_url: str = ""
    # Database URL that bypasses the pooler, for live updates; empty for the same URL.
    listen_url: str = ""
    # Connection pooler in front of PostgreSQL: none, or one in transaction mode.
    pooler: Literal["none", "transaction"] = "none"
    secret_key: SecretStr = SecretStr("")
    # Comma-separated keys while the secret is replaced: the first signs and encrypts, all of them verify and decrypt.
    secret_keys: SecretStr = SecretStr("")
    public_url: str = "http://localhost:8000"
    rate_limits: Literal["on", "off"] = "on"
    worker: Literal["inside", "off"] = "inside"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    # Token for `/metrics` from outside this machine and private networks. If it is empty, such callers are rejected.
    metrics_token: SecretStr = SecretStr("")
    # Requests whose response takes this many milliseconds to start are logged with their statements; 0 logs none.
    slow_request_ms: int = Field(default=1000, ge=0, le=600_000)
    # Destination of traces: none, or the OTLP collector in OTEL_EXPORTER_OTLP_ENDPOINT.
    traces: Literal["off", "otlp"] = "off"
    pool_size: int = Field(default=12, ge=2, le=200)
    # Number of requests running at a time per process; by default, more if the database is remote.
    calls_at_once: int | None = Field(default=None, ge=1, le=40)
    # Comma-separated host names allowed besides the public URL's. If empty: no others on HTTPS, any on HTTP.
    allowed_hosts: str = ""
    # Whether administrators need a second factor. By default they do if the installation uses HTTPS.
    admin_second_factor: Literal["", "required", "optional"] = ""
    smtp_url: SecretStr = SecretStr("")
    # Contact for security reports in /.well-known/security.txt: an email address or a page.
    security_contact: str = ""
    stripe_secret_key: SecretStr = SecretStr("")
    stripe_publishable_key: str = ""
    stripe_webhook_secret: SecretStr = SecretStr("")
    stripe_api_base: str = ""
    # Clients at bookkeeping software, if businesses may push their books to it.
    quickbooks_client_id: str = ""
    quickbooks_client_secret: SecretStr = SecretStr("")
    quickbooks_api_base: str = ""
    xero_client_id: str = ""
    xero_client_secret: SecretStr = SecretStr("")
    xero_api_base: str = ""
    # Account at the text provider, with the number or messaging service that businesses share.
    sms_account: str = ""
    sms_token: SecretStr = SecretStr("")
    sms_from: str = ""
    sms_api_base: str = ""
    # Time-stamp authority (RFC 3161) for signed contracts; without one, they have no time stamp.
    timestamp_url: str = ""
    platform_fee_percent: Decimal = Field(default=Decimal(0), ge=0, le=50, decimal_places=2)

    @field_validator("database_url", "read_url", "listen_url")
    @classmethod
    def _database_url(cls, value: str, info: ValidationInfo) -> str:
        if not value:
            return value
        # The URL contains a password, so messages never include it.
        postgresql = "postgresql://user:password@host:5432/name"
        first = info.field_name == "database_url"
        wrong = ValueError(f"must look like {'sqlite:////folder/file.db or ' if first else ''}{postgresql}")
        try:
            parts = urlsplit(value)
            for host in parts.netloc.rpartition("@")[2].split(","):
                urlsplit(f"//{host}").port  # noqa: B018 - reading it is what checks it.
        except ValueError:
            raise wrong from None
        if parts.scheme == "sqlite":
            # SQLite by file path only: other parts of the URL are for drivers, and wrong values would raise exceptions.
            sound = first and value.startswith("sqlite://") and not parts.netloc and not parts.query
        else:
            sound = parts.scheme in _POSTGRESQL and bool(parts.netloc or parts.query) and len(parts.path) > 1
        if not sound:
            raise wrong
        return value

    @field_validator("traces")
    @classmethod
    def _traces(cls, value: str) -> str:
        if value == "otlp" and find_spec("opentelemetry") is None:
            raise ValueError("needs OpenTelemetry: pip install 'marqueedesk[otel]', or set it to off")
        return value

    @field_validator("stripe_secret_key", "stripe_publishable_key", "stripe_webhook_secret")
    @classmethod
    def _stripe_key(cls, value: "SecretStr | str", info: ValidationInfo) -> "SecretStr | str":
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        starts, description = _STRIPE_KEYS[str(info.field_name)]
        keys = [part.strip() for part in text.split(",") if part.strip()]
        if not all(key.startswith(starts) and key not in starts and _TOKEN.fullmatch(key) for key in keys):
            raise ValueError(f"must be the provider's {description}, which starts with {starts[0]}")
        return value

    @field_validator("public_url")
    @classmethod
    def _public_url(cls, value: str) -> str:
        if not _is_origin(value):
            raise ValueError("must look like https://example.com, without a path")
        return value.rstrip("/")

    @field_validator("allowed_hosts")
    @classmethod
    def _allowed_hosts(cls, value: str) -> str:
        # A name that no request can have would silently lock everyone out.
        for name in value.split(","):
            if name.strip() and not _HOST.fullmatch(name.strip()):
                raise ValueError("must be comma-separated names such as letters.example.com, without a port")
        return value

    @field_validator("security_contact")
    @classmethod
    def _security_contact(cls, value: str) -> str:
        contact = value.strip()
        if contact and not _CONTACT.fullmatch(contact):
            raise ValueError("must be an email address or a page that starts with https://")
        return contact

    @field_validator("metrics_token")
    @classmethod
    def _metrics_token(cls, value: SecretStr) -> SecretStr:
        token = value.get_secret_value()
        if token and (len(token) < _SHORTEST_TOKEN or _repeats(token) or not _TOKEN.fullmatch(token)):
            raise ValueError("must be a random string of at least 12 characters without spaces")
        return value

    @field_validator("smtp_url")
    @classmethod
    def _smtp_url(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value():
            smtp_of(value.get_secret_value())
        return value

    @field_validator("sms_account")
    @classmethod
    def _sms_account(cls, value: str) -> str:
        if value and not _SMS_ACCOUNT.fullmatch(value):
            raise ValueError("must be the text provider's account SID, which starts with AC")
        return value

    @field_validator("sms_from")
    @classmethod
    def _sms_from(cls, value: str) -> str:
        sender = value.strip()
        if sender and not is_text_sender(sender):
            raise ValueError("must be a number such as +15185550100 or a messaging service SID, which starts with MG")
        return sender

    @field_validator("stripe_api_base", "quickbooks_api_base", "xero_api_base", "sms_api_base")
    @classmethod
    def _api_base(cls, value: str) -> str:
        if value and not _is_origin(value):
            raise ValueError("must look like http://localhost:12111, without a path")
        return value.rstrip("/")

    @field_validator("timestamp_url")
    @classmethod
    def _timestamp_url(cls, value: str) -> str:
        if value and not value.startswith(("https://", "http://")):
            raise ValueError("must be the URL of a time-stamp authority, such as https://timestamp.example.com")
        return value

    @model_validator(mode="after")
    def _safe(self) -> "Settings":
        if not self.database_url.startswith("postgres"):
            for name in ("read_url", "listen_url"):
                if getattr(self, name):
                    raise ValueError(f"{name.upper()} needs a PostgreSQL URL in DATABASE_URL")
        self._check_secrets()
        if self._mixes_live_and_test():
            raise ValueError("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys")
        if self.stripe_api_base and is_live_key(self.stripe_secret_key.get_secret_value()):
            raise ValueError("STRIPE_API_BASE is for a Stripe stand-in and does not accept live keys")
        if bool(self.sms_account) != bool(self.sms_token.get_secret_value()):
            raise ValueError("SMS_ACCOUNT and SMS_TOKEN must both be set")
        if self.sms_api_base and not self.sms_account.startswith(STANDIN_SMS_ACCOUNT):
            raise ValueError(f"SMS_API_BASE is for a stand-in, whose SMS_ACCOUNT starts with {STANDIN_SMS_ACCOUNT}")
        self._check_books_client("QUICKBOOKS", self.quickbooks_client_id, self.quickbooks_client_secret)
        self._check_books_client("XERO", self.xero_client_id, self.xero_client_secret)
        for name, hosts in _BOOKS_HOSTS.items():
            base, client = getattr(self, f"{name}_api_base"), getattr(self, f"{name}_client_id")
            if base and base not in hosts and not client.startswith(STANDIN_CLIENT):
                raise ValueError(
                    f"{name.upper()}_API_BASE is for a stand-in, whose CLIENT_ID starts with {STANDIN_CLIENT}"
                )
        return self

    def _check_secrets(self) -> None:
        single = self.secret_key.get_secret_value()
        for key in self._configured_secrets():
            if len(key.strip()) < SHORTEST_KEY:
                name = "SECRET_KEY" if key == single else "SECRET_KEYS: each"
                raise ValueError(f"{name} must have at least 32 characters")
            if is_weak(key):
                raise ValueError(WEAK)
        if self.is_https and not self._configured_secrets():
            raise ValueError("SECRET_KEY must be set when PUBLIC_URL is https")

    @staticmethod
    def _check_books_client(name: str, client_id: str, secret: SecretStr) -> None:
        if bool(client_id) != bool(secret.get_secret_value()):
            raise ValueError(f"{name}_CLIENT_ID and {name}_CLIENT_SECRET must both be set")

    def _mixes_live_and_test(self) -> bool:
        secret, publishable = self.stripe_secret_key.get_secret_value(), self.stripe_publishable_key
        return bool(secret and publishable) and is_live_key(secret) != is_live_key(publishable)

    @property
    def platform_fee_basis_points(self) -> int:
        """Return the platform's share of a customer's card payment in basis points."""
        return int(self.platform_fee_percent * 100)

    @property
    def host_names(self) -> frozenset[str]:
        """Return the allowed host names in lower case; empty allows any.

        On HTTPS that is the public URL's host, plus those in ALLOWED_HOSTS.
        """
        names = {name.strip().lower() for name in self.allowed_hosts.split(",") if name.strip()}
        return frozenset(names | {_as_host(self.public_host)}) if names or self.is_https else frozenset()

    @property
    def is_https(self) -> bool:
        """Return true if the installation is served over HTTPS."""
        return self.public_url.startswith("https://")

    @property
    def public_host(self) -> str:
        """Return the installation's host name without a port."""
        return urlsplit(self.public_url).hostname or ""

    @property
    def admins_need_second_factor(self) -> bool:
        """Return true if administrators must have a second factor."""
        return self.admin_second_factor == "required" or (self.admin_second_factor == "" and self.is_https)

    def make_data_dir(self) -> None:
        """Create the data folder and restrict it and its files to their owner. Raises OSError.

        An existing folder is only changed if it contains our files, because it might be shared.
        """
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        own = [path for name in _DATA_FILES for path in self.data_dir.glob(name) if path.is_file()]
        if own:
            # Skip files of other users, and file systems without permissions.
            with contextlib.suppress(PermissionError):
                self.data_dir.chmod(0o700)
            for path in own:
                with contextlib.suppress(PermissionError, FileNotFoundError):
                    path.chmod(0o600)

    def key_for(self, purpose: str) -> bytes:
        """Derive a 32-byte key for one purpose, the same in every process of the installation."""
        return self.keys_for(purpose)[0]

    def keys_for(self, purpose: str) -> list[bytes]:
        """Derive the keys for one purpose: the current one, then those of older secrets that are still accepted."""
        return [hmac.digest(secret.encode(), purpose.encode(), "sha256") for secret in self.installation_secrets()]

    @property
    def database(self) -> str:
        """Return the database URL: the configured one, or an SQLite file in the data folder."""
        return self.database_url or f"sqlite:///{self.data_dir.resolve() / 'marqueedesk.db'}"

    @property
    def calls_under_way(self) -> int:
        """Return the number of requests running at a time per process (kit.http.threads): as configured, or suited to
        how far away the database is.
        """
        if self.calls_at_once is not None:
            return self.calls_at_once
        return AT_ONCE if self._is_database_near else AT_ONCE_FROM_AFAR

    @property
    def _is_database_near(self) -> bool:
        """Return true if the database is on this machine: a file, a socket or a local host name."""
        hosts = urlsplit(self.database).netloc.rpartition("@")[2].split(",")
        return all(urlsplit(f"//{host}").hostname in _THIS_MACHINE for host in hosts)

    def _configured_secrets(self) -> list[str]:
        """Return the secrets set in the environment, without repetition."""
        several = [key.strip() for key in self.secret_keys.get_secret_value().split(",")]
        return list(dict.fromkeys(key for key in (*several, self.secret_key.get_secret_value()) if key))

    def installation_secrets(self) -> list[str]:
        """Return the secrets that keys are derived from, the current one first: those of SECRET_KEYS and SECRET_KEY, or
        one generated in the data folder on first use.

        If several processes start at the same time, the first one's file is kept and used by all.
        """
        configured = self._configured_secrets()
        if configured:
            return configured
        file = self.data_dir / KEY_FILE
        if not file.exists():
            self.make_data_dir()
            partial = self.data_dir / f".{KEY_FILE}-{secrets.token_hex(8)}"
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
                out.write(secrets.token_urlsafe(48))
                out.flush()
                os.fsync(out.fileno())
            with contextlib.suppress(FileExistsError):
                file.hardlink_to(partial)
            partial.unlink()
        key = file.read_text(encoding="ascii").strip()
        if len(key) < SHORTEST_KEY:
            raise RuntimeError(f"{KEY_FILE} in the data folder is damaged: restore it, or remove it to get a new one")
        return [key]
