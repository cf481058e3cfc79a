"""Mail, handed to a server over SMTP (docs/adr/0013-messages.md).

`Mailer` is the contract: `send` returns when the server has taken the mail over, and raises `NotSent` otherwise, which
says whether another try can help. `SmtpMailer` is the real one, `RecordingMailer` stands in for it in tests.
"""

import contextlib
import re
import smtplib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final, Protocol

import idna

from marqueedesk.kit.db import refuse_while_writing
from marqueedesk.settings import Smtp

PATIENCE: Final = 15.0
"""Seconds that each step of the conversation may take."""
_LONGEST_NAME: Final = 120
_LONGEST_SUBJECT: Final = 250
# What has a meaning of its own within an address header. A name goes without it rather than being misread.
_NOT_IN_NAMES: Final = re.compile(r'[",<>@:;\\()\[\]]')
# No spaces, no quotes, nothing that begins another address.
_LOCAL_PART: Final = re.compile(r'[^\s",<>@:;\\()\[\]]{1,64}')
_REFUSED_FOR_GOOD: Final = 500


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along. ``kind`` is its media type, such as "text/calendar"; text is in UTF-8."""

    name: str
    kind: str
    content: bytes
    parameters: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail to one address. ``message_id`` is without its angle brackets and the same at every try."""

    message_id: str
    to: str
    to_name: str | None
    sender: str
    from_name: str
    reply_to: str | None
    subject: str
    text: str
    html: str
    written_at: datetime
    # Where the addressee says that they want no more of these, for mails that come regularly.
    unsubscribe: str | None = None
    attachments: tuple[Attachment, ...] = ()


class NotSent(Exception):
    """The mail was not taken over. ``for_good`` says that another try cannot help, ``reason`` is for a person."""

    def __init__(self, reason: str, *, for_good: bool = False) -> None:
        self.reason = reason
        self.for_good = for_good
        super().__init__(reason)


class Mailer(Protocol):
    """Hands mails over."""

    def greet(self, name: str) -> None:
        """See whether the server is there, by the name that we give ourselves. Raises NotSent."""
        ...

    def send(self, mail: Mail) -> None:
        """Hand one mail over. Raises NotSent, and WhileWriting with a write transaction open."""
        ...

    def close(self) -> None:
        """End the conversation, if there is one. The next mail begins another."""
        ...


def one_line(text: str, longest: int) -> str:
    """Text for a header: no control characters, no line breaks, bounded."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def ascii_domain(address: str) -> str:
    """An address with its domain as mail servers spell it. Raises NotSent for one that has none."""
    name, _, domain = address.rpartition("@")
    with contextlib.suppress(UnicodeError):
        if _LOCAL_PART.fullmatch(name) and address.isprintable():
            return f"{name}@{idna.encode(domain, uts46=True).decode()}"
    raise NotSent("The address is no mail address.", for_good=True)


def _address(name: str | None, address: str) -> Address:
    shown = one_line(_NOT_IN_NAMES.sub(" ", name or ""), _LONGEST_NAME)
    username, _, domain = ascii_domain(address).rpartition("@")
    return Address(shown, username=username, domain=domain)


def compose(mail: Mail) -> EmailMessage:
    """The mail as it goes over the wire. Raises NotSent for an address that is none."""
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{mail.message_id}>"
    message["Date"] = format_datetime(mail.written_at)
    message["From"] = _address(mail.from_name, mail.sender)
    message["To"] = _address(mail.to_name, mail.to)
    if mail.reply_to:
        message["Reply-To"] = _address(None, mail.reply_to)
    message["Subject"] = one_line(mail.subject, _LONGEST_SUBJECT)
    # Nobody's automatic answer belongs to it (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    for file in mail.attachments:
        main, _, sub = file.kind.partition("/")
        if main == "text":
            text = file.content.decode()
            message.add_attachment(text, subtype=sub, filename=file.name, params=file.parameters)
        else:
            message.add_attachment(file.content, maintype=main, subtype=sub, filename=file.name, params=file.parameters)
    return message


class SmtpMailer:
    """Hands mails over to a mail server. One conversation serves as many mails as come before `close`."""

    def __init__(self, server: Smtp, *, patience: float = PATIENCE, trust: ssl.SSLContext | None = None) -> None:
        """``trust`` says whose certificates count; the system's by default."""
        self._server = server
        self._patience = patience
        self._trust = trust
        self._open: smtplib.SMTP | None = None

    def send(self, mail: Mail) -> None:
        """Hand one mail over. Raises NotSent."""
        refuse_while_writing()
        message = compose(mail)
        to, sender = ascii_domain(mail.to), ascii_domain(mail.sender)
        try:
            # The name we give ourselves is that of our message ids: asking the system for its own may take seconds.
            name = mail.message_id.rpartition("@")[2] or "localhost"
            self._conversation(name).send_message(message, from_addr=sender, to_addrs=[to])
        except smtplib.SMTPRecipientsRefused as refused:
            raise _refused(*next(iter(refused.recipients.values())), "The address was refused") from None
        except smtplib.SMTPDataError as refused:
            raise _refused(refused.smtp_code, refused.smtp_error, "The mail was refused") from None
        except smtplib.SMTPNotSupportedError:
            self.close()
            raise NotSent("The mail server does not take addresses like this one.", for_good=True) from None
        except smtplib.SMTPSenderRefused as refused:
            # The installation's mistake, not this mail's: it goes out once the sender is put right.
            raise NotSent(f"The mail server refused the sender: {_said(refused.smtp_error)}") from None
        except (smtplib.SMTPException, OSError) as problem:
            self.close()
            raise NotSent(_why(problem)) from None

    def close(self) -> None:
        """End the conversation."""
        if self._open is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._open.quit()
            self._open.close()
            self._open = None

    def greet(self, name: str) -> None:
        """Begin a conversation and send nothing: whether the server is there and knows us. Raises NotSent."""
        refuse_while_writing()
        try:
            self._conversation(name)
        except (smtplib.SMTPException, OSError) as problem:
            raise NotSent(_why(problem)) from None

    def _conversation(self, name: str) -> smtplib.SMTP:
        """The conversation that is open and still answers, or a new one. Raises what smtplib raises."""
        if self._open is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                if self._open.noop()[0] < _REFUSED_FOR_GOOD:
                    return self._open
            self._open.close()
            self._open = None
        server = self._server
        connection = (
            smtplib.SMTP_SSL(server.host, server.port, name, timeout=self._patience, context=self._trusted())
            if server.security == "tls"
            else smtplib.SMTP(server.host, server.port, name, timeout=self._patience)
        )
        try:
            if server.security == "starttls":
                try:
                    connection.starttls(context=self._trusted())
                except smtplib.SMTPNotSupportedError:
                    raise NotSent("The mail server does not offer STARTTLS.") from None
            if server.user:
                try:
                    connection.login(server.user, server.password or "")
                except (smtplib.SMTPNotSupportedError, smtplib.SMTPAuthenticationError):
                    raise NotSent("The mail server did not accept the login.") from None
        except BaseException:
            connection.close()
            raise
        self._open = connection
        return connection

    def _trusted(self) -> ssl.SSLContext:
        # Reading the system's certificates takes tens of milliseconds, so it is done once, and where it is needed.
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust


def _refused(code: int, said: bytes | str, what: str) -> NotSent:
    """A mail server's own words, as part of a sentence."""
    return NotSent(f"{what}: {_said(said)} ({code})", for_good=code >= _REFUSED_FOR_GOOD)


def _said(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return one_line(text, 200) or "no reason given"


def _why(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "The mail server's certificate is not trusted."
    # smtplib tells of a silence as of an end.
    if isinstance(problem, TimeoutError) or "timed out" in str(problem):
        return "The mail server did not answer in time."
    if isinstance(problem, smtplib.SMTPServerDisconnected):
        return "The mail server hung up."
    if isinstance(problem, smtplib.SMTPResponseException):
        return f"The mail server answered: {_said(problem.smtp_error)} ({problem.smtp_code})"
    return "The mail server could not be reached."


class RecordingMailer:
    """Keeps what it was given. ``failures`` are raised first, one per mail; None lets one through."""

    def __init__(self, failures: Sequence[NotSent | None] = ()) -> None:
        self.sent: list[Mail] = []
        self.failures: Sequence[NotSent | None] = failures

    def greet(self, name: str) -> None:
        """Somebody is always there."""

    def send(self, mail: Mail) -> None:
        """Keep the mail, or fail as planned."""
        refuse_while_writing()
        compose(mail)
        failure, self.failures = (self.failures[0], self.failures[1:]) if self.failures else (None, ())
        if failure is not None:
            raise failure
        self.sent.append(mail)

    def close(self) -> None:
        """Nothing to end."""
