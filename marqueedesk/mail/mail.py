"""Email over SMTP (docs/adr/0013-messages.md).

`Mailer` is the protocol: `send` returns when the server has accepted the email. It raises `NotSent` if the server did
not accept it, and `MaybeSent` if that is unknown. `SmtpMailer` is the implementation, `RecordingMailer` replaces it in
tests.
"""

import contextlib
import re
import smtplib
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import TYPE_CHECKING, Final, Literal, Protocol

import idna

from marqueedesk.kit.db.database import ensure_no_open_write
from marqueedesk.settings import Smtp

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

TIMEOUT: Final = 60.0
"""Timeout in seconds for each SMTP step. Giving up is safe, because nothing has been sent yet."""
ANSWER_TIMEOUT: Final = 600.0
"""Timeout in seconds for the response to an email's last byte (RFC 5321, 4.5.3.2.6). By then the server may have
accepted the email, so timing out earlier and retrying would send it twice.
"""
_TEXT_TIMEOUT: Final = 180.0
"""Timeout in seconds for transferring the text, including attachments."""
_LONGEST_NAME: Final = 120
_LONGEST_SUBJECT: Final = 250
# Characters that have a special meaning in an address header; they are removed from names.
_NOT_IN_NAMES: Final = re.compile(r'[",<>@:;\\()\[\]]')
# No spaces, no quotes, and no characters that start another address.
_LOCAL_PART: Final = re.compile(r'[^\s",<>@:;\\()\[\]]{1,64}')
_REFUSED_FOR_GOOD: Final = 500
_GO_AHEAD: Final = 354
_LOWEST_CODE: Final = 200
_LINE_END: Final = re.compile(rb"\r\n|\n|\r(?!\n)")
_LEADING_DOT: Final = re.compile(rb"(?m)^\.")


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attached file. ``kind`` is its media type, such as "text/calendar"; text is UTF-8."""

    name: str
    kind: str
    content: bytes
    parameters: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class InlinePicture:
    """A picture shown in an email's HTML, which refers to it as ``cid:`` and its ID."""

    cid: str
    name: str
    kind: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """An email to one address. ``message_id`` has no angle brackets and is the same for every attempt."""

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
    # Unsubscribe URL of the recipient, for regular emails.
    unsubscribe: str | None = None
    # True if a POST to that URL unsubscribes, so that mail programs can show a button (RFC 8058).
    one_click: bool = False
    attachments: tuple[Attachment, ...] = ()
    pictures: tuple[InlinePicture, ...] = ()


Cause = Literal["server", "address", "email"]
"""Causes of a failure: the mail server, the recipient's address, or the content of this email."""


class NotSent(Exception):
    """The email was not accepted. ``for_good`` means that a retry cannot help; ``reason`` can be shown to users."""

    def __init__(self, reason: str, *, for_good: bool = False, cause: Cause = "server") -> None:
        self.reason = reason
        self.for_good = for_good
        self.cause: Cause = cause
        super().__init__(reason)


class MaybeSent(Exception):
    """The whole email was transferred but the server's response did not arrive, so it may have been sent."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


BeforeEnd = Callable[[], None]
"""Callback run once all but the last byte of an email is transferred. Until then the server cannot have accepted it."""


def _nothing() -> None:
    """Do nothing before the last byte is sent."""


class Mailer(Protocol):
    """Sends emails through a server."""

    def greet(self, name: str) -> None:
        """Check that the server responds to a greeting with our host name. Raises NotSent."""
        ...

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Send one email. ``before_end`` may raise, in which case the email is not sent.

        Raises NotSent, MaybeSent, the exceptions of ``before_end``, and WhileWriting while a write transaction is open.
        """
        ...

    def close(self) -> None:
        """Close the connection, if any. The next email opens another."""
        ...


def one_line(text: str, longest: int) -> str:
    """Prepare a text for a header: remove control characters and line breaks, and limit its length."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def ascii_domain(address: str) -> str:
    """Return an address with its domain in ASCII form. Raises NotSent if it has no domain."""
    name, _, domain = address.rpartition("@")
    with contextlib.suppress(UnicodeError):
        if _LOCAL_PART.fullmatch(name) and address.isprintable():
            return f"{name}@{idna.encode(domain, uts46=True).decode()}"
    raise NotSent("This is not a valid email address.", for_good=True, cause="address")


def _address(name: str | None, address: str) -> Address:
    display_name = one_line(_NOT_IN_NAMES.sub(" ", name or ""), _LONGEST_NAME)
    username, _, domain = ascii_domain(address).rpartition("@")
    return Address(display_name, username=username, domain=domain)


def compose(mail: Mail) -> EmailMessage:
    """Build the message to be sent. Raises NotSent for an invalid address."""
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{mail.message_id}>"
    message["Date"] = format_datetime(mail.written_at)
    message["From"] = _address(mail.from_name, mail.sender)
    message["To"] = _address(mail.to_name, mail.to)
    if mail.reply_to and mail.reply_to.rpartition("@")[0].isascii():
        # An address such as jörg@ cannot be written in a header that every mail server can read, so leave it out.
        with contextlib.suppress(NotSent):
            message["Reply-To"] = _address(None, mail.reply_to)
    message["Subject"] = one_line(mail.subject, _LONGEST_SUBJECT)
    # Prevents automatic replies (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        if mail.one_click:
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    page = message.get_body(("html",))
    if page is not None:
        for picture in mail.pictures:
            main, _, sub = picture.kind.partition("/")
            page.add_related(
                picture.content,
                maintype=main,
                subtype=sub,
                cid=f"<{picture.cid}>",
                filename=picture.name,
                disposition="inline",
            )
    for file in mail.attachments:
        main, _, sub = file.kind.partition("/")
        if main == "text":
            text = file.content.decode()
            message.add_attachment(text, subtype=sub, filename=file.name, params=file.parameters)
        else:
            message.add_attachment(file.content, maintype=main, subtype=sub, filename=file.name, params=file.parameters)
    return message


class _Conversation(smtplib.SMTP):
    """SMTP connection that controls how an email's text is transferred (RFC 5321, 4.1.1.4)."""

    before_end: BeforeEnd = staticmethod(_nothing)
    answer_timeout: float = ANSWER_TIMEOUT

    def data(self, msg: "ReadableBuffer | str") -> tuple[int, bytes]:
        """Transfer the text, then its end, and wait for the response.

        Raises MaybeSent if the end was sent but no response arrives.
        """
        self.putcmd("data")
        code, response_text = self.getreply()
        if code != _GO_AHEAD:
            raise smtplib.SMTPDataError(code, response_text)
        text = msg.encode("ascii") if isinstance(msg, str) else bytes(msg)
        lines = _LINE_END.sub(b"\r\n", text)
        timeout = self.timeout
        self._wait_for(max(timeout, _TEXT_TIMEOUT))
        self.send(_LEADING_DOT.sub(b"..", lines if lines.endswith(b"\r\n") else lines + b"\r\n"))
        self.before_end()
        try:
            self._wait_for(self.answer_timeout)
            self.send(b".\r\n")
            final_response = self.getreply()
        except TimeoutError:
            raise MaybeSent("The mail server received the email but did not confirm it.") from None
        except (smtplib.SMTPServerDisconnected, OSError) as problem:
            # smtplib reports a read timeout as a closed connection.
            late = "timed out" in str(problem)
            failure = "did not confirm it" if late else "closed the connection before confirming it"
            raise MaybeSent(f"The mail server received the email but {failure}.") from None
        if final_response[0] < _LOWEST_CODE:
            raise MaybeSent("The mail server received the email but its response could not be read.")
        self._wait_for(timeout)
        return final_response

    def _wait_for(self, seconds: float) -> None:
        if self.sock is not None:
            self.sock.settimeout(seconds)


class _EncryptedConversation(_Conversation, smtplib.SMTP_SSL):
    """SMTP connection encrypted from the start (implicit TLS)."""


class SmtpMailer:
    """Sends emails through a mail server. One connection is used for all emails until `close` is called."""

    def __init__(
        self,
        server: Smtp,
        *,
        timeout: float = TIMEOUT,
        answer_timeout: float = ANSWER_TIMEOUT,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """Create the mailer. ``trust`` sets the accepted certificates, by default the system's."""
        self._server = server
        self._timeout = timeout
        self._answer_timeout = answer_timeout
        self._trust = trust
        self._open: _Conversation | None = None

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Send one email. Raises NotSent, MaybeSent and the exceptions of ``before_end``."""
        ensure_no_open_write()
        message = compose(mail)
        to, sender = ascii_domain(mail.to), ascii_domain(mail.sender)
        is_over = False
        try:
            # Greet with the domain of our message IDs, because asking the system for its host name may take seconds.
            name = mail.message_id.rpartition("@")[2] or "localhost"
            conversation = self._conversation(name)
            conversation.before_end = before_end
            conversation.send_message(message, from_addr=sender, to_addrs=[to])
            is_over = True
        except smtplib.SMTPRecipientsRefused as refused:
            is_over = True
            raise _refused(*next(iter(refused.recipients.values())), "The address was refused", "address") from None
        except smtplib.SMTPDataError as refused:
            is_over = True
            raise _refused(refused.smtp_code, refused.smtp_error, "The email was refused", "email") from None
        except smtplib.SMTPNotSupportedError:
            raise NotSent(
                "The mail server does not accept this kind of address.", for_good=True, cause="address"
            ) from None
        except smtplib.SMTPSenderRefused as refused:
            is_over = True
            # This is a configuration error, not a problem with this email, which is sent once the sender is corrected.
            raise NotSent(f"The mail server rejected the sender: {_said(refused.smtp_error)}") from None
        except (smtplib.SMTPException, OSError) as problem:
            raise NotSent(_why(problem)) from None
        finally:
            if not is_over:
                # The transfer was interrupted, so the server would take any command as part of the email.
                self._hang_up()

    def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._open.quit()
            self._hang_up()

    def _hang_up(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def greet(self, name: str) -> None:
        """Open a connection and authenticate without sending an email. Raises NotSent."""
        ensure_no_open_write()
        try:
            self._conversation(name)
        except (smtplib.SMTPException, OSError) as problem:
            raise NotSent(_why(problem)) from None

    def _conversation(self, name: str) -> _Conversation:
        """Return the open connection if it still responds, otherwise open a new one. Raises smtplib's exceptions."""
        if self._open is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                if self._open.noop()[0] < _REFUSED_FOR_GOOD:
                    return self._open
            self._hang_up()
        server = self._server
        connection = (
            _EncryptedConversation(server.host, server.port, name, timeout=self._timeout, context=self._trusted())
            if server.security == "tls"
            else _Conversation(server.host, server.port, name, timeout=self._timeout)
        )
        connection.answer_timeout = self._answer_timeout
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
                    raise NotSent("The mail server rejected the login.") from None
        except BaseException:
            connection.close()
            raise
        self._open = connection
        return connection

    def _trusted(self) -> ssl.SSLContext:
        # Loading the system's certificates takes tens of milliseconds, so it is done only once, when first needed.
        if self._trust is None:
            self._trust = ssl.create_default_context()
        return self._trust


def _refused(code: int, said: bytes | str, what: str, cause: Cause) -> NotSent:
    """Create the error, with the mail server's message as part of its sentence."""
    return NotSent(f"{what}: {_said(said)} ({code})", for_good=code >= _REFUSED_FOR_GOOD, cause=cause)


def _said(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return one_line(text, 200) or "no reason given"


def _why(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "The mail server's certificate is not trusted."
    # smtplib reports an unresponsive server as a closed connection.
    if isinstance(problem, TimeoutError) or "timed out" in str(problem):
        return "The mail server did not respond in time."
    if isinstance(problem, smtplib.SMTPServerDisconnected):
        return "The mail server closed the connection."
    if isinstance(problem, smtplib.SMTPResponseException):
        return f"The mail server responded: {_said(problem.smtp_error)} ({problem.smtp_code})"
    return "The mail server could not be reached."


class RecordingMailer:
    """Records emails instead of sending them. ``failures`` are raised first, one per email; None lets an email
    through.
    """

    def __init__(self, failures: Sequence[NotSent | MaybeSent | None] = ()) -> None:
        self.sent: list[Mail] = []
        self.failures: Sequence[NotSent | MaybeSent | None] = failures

    def greet(self, name: str) -> None:
        """Always succeed."""

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Record the email, or fail as planned."""
        ensure_no_open_write()
        compose(mail)
        failure, self.failures = (self.failures[0], self.failures[1:]) if self.failures else (None, ())
        if isinstance(failure, NotSent):
            raise failure
        before_end()
        if failure is not None:
            raise failure
        self.sent.append(mail)

    def close(self) -> None:
        """Do nothing."""
