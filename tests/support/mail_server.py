"""A real mail server on a free local port that can be told to misbehave."""

import asyncio
import contextlib
import datetime as dt
import ssl
import threading
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, Self, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from marqueedesk.settings import Smtp

Security = Literal["none", "starttls", "tls"]
USER, PASSWORD = "desk", "p@ss/word"


class MailServer:
    """Accepts and stores emails. Its fields make it misbehave; `reset` restores normal behavior."""

    def __init__(self, security: Security = "none", certificate: Path | None = None, *, login: bool = False) -> None:
        self.security: Security = security
        self._login = login
        self.context: ssl.SSLContext | None = None
        if certificate is not None:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
        self.reset()
        self._start()

    def reset(self) -> None:
        """Restore normal behavior and delete the stored emails."""
        self.emails: list[EmailMessage] = []
        self.senders: list[str] = []
        # Recipients in the order of their emails.
        self.recipients: list[str] = []
        self.answered: list[str] = []
        self.conversations = 0
        # Replies to the next commands: rejections by address, a reply to DATA, a closed connection.
        self.refused: dict[str, str] = {}
        self.answer_to_data: str | None = None
        # Seconds by recipient between storing an email and confirming it, unless set to reply immediately.
        self.late: dict[str, float] = {}
        self._answers_at_once = asyncio.Event()
        self.hang_up_after_data = 0
        # Called for each stored email, before the client gets the reply.
        self.on_mail: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _start(self, port: int = 0) -> None:
        def authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _how: str, given: Any) -> AuthResult:
            right = isinstance(given, LoginPassword) and (given.login, given.password) == (
                USER.encode(),
                PASSWORD.encode(),
            )
            return AuthResult(success=right, handled=False)

        options: dict[str, Any] = {"enable_SMTPUTF8": True, "decode_data": False, "hostname": "mail.example.com"}
        if self.security == "starttls":
            options |= {"tls_context": self.context, "require_starttls": True}
        if self._login:
            # aiosmtpd warns about logins without its own kind of encryption.
            encrypted = self.security == "starttls"
            options |= {"authenticator": authenticate, "auth_required": encrypted, "auth_require_tls": encrypted}
        self._loop = asyncio.new_event_loop()

        def conversation() -> SMTP:
            return SMTP(self, loop=self._loop, **options)

        at_once = self.context if self.security == "tls" else None
        listening = self._loop.create_server(conversation, "127.0.0.1", port, ssl=at_once)
        self._server = self._loop.run_until_complete(listening)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Shut down in the middle of any conversation."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def answer_at_once(self) -> None:
        """Confirm all delayed emails immediately."""
        self._loop.call_soon_threadsafe(self._answers_at_once.set)

    def come_back(self) -> None:
        """Start again on the same port."""
        self._start(self.port)

    def address(self, **changes: Any) -> Smtp:
        """The server's address for the mailer."""
        user, password = (USER, PASSWORD) if self._login else (None, None)
        return Smtp(
            **(
                {
                    "host": "127.0.0.1",
                    "port": self.port,
                    "security": self.security,
                    "user": user,
                    "password": password,
                }
                | changes
            )
        )

    @property
    def url(self) -> str:
        """The value for MARQUEEDESK_SMTP_URL, without encryption."""
        return f"smtp://127.0.0.1:{self.port}?security=none&from=desk@example.com"

    # --- Handler methods called by aiosmtpd ---

    async def handle_EHLO(  # noqa: N802 - the name is given by aiosmtpd.
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, answers: list[str]
    ) -> list[str]:
        session.host_name = hostname
        self.conversations += 1
        return answers

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        refusal = self.refused.get(address)
        if refusal is not None:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer_to_data is not None:
            return self.answer_to_data
        content = envelope.original_content or b""
        self.emails.append(cast("EmailMessage", message_from_bytes(content, policy=default)))
        self.senders.append(envelope.mail_from or "")
        self.recipients += envelope.rcpt_tos
        self.on_mail()
        if self.hang_up_after_data:
            self.hang_up_after_data -= 1
            # The email is stored, but the client gets no reply.
            cast("Any", server).transport.abort()
        late = max((self.late.get(address, 0.0) for address in envelope.rcpt_tos), default=0.0)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._answers_at_once.wait(), late)
        self.answered += envelope.rcpt_tos
        return "250 OK"


def certificate(folder: Path) -> Path:
    """Create a self-signed certificate for 127.0.0.1 with its key, in one file."""
    file = folder / f"mail-{threading.get_ident()}.pem"
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    begins = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + dt.timedelta(days=36_500))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    file.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + signed.public_bytes(pem)
    )
    return file
