"""Email, handed to a server over SMTP (docs/adr/0013-messages.md).

`Mailer` is the contract: `send` returns when the server has accepted the email. It raises `NotSent` when the server has
not accepted it, and `MaybeSent` when nobody can tell. `SmtpMailer` is the real one, `RecordingMailer` replaces it in
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

from marqueedesk.kit.db.database import refuse_while_writing
from marqueedesk.settings import Smtp

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

TIMEOUT: Final = 60.0
"""Seconds that each step of the conversation may take. Giving up in one of them is safe: nothing has been sent yet."""
ANSWER_TIMEOUT: Final = 600.0
"""Seconds to wait for the answer to an email's last byte (RFC 5321, 4.5.3.2.6). The server may have accepted it by
then: giving up earlier and sending it again would send it twice.
"""
_TEXT_TIMEOUT: Final = 180.0
"""Seconds that handing over the text may take, attachments included."""
_LONGEST_NAME: Final = 120
_LONGEST_SUBJECT: Final = 250
# What has a meaning of its own within an address header. A name goes without it rather than being misread.
_NOT_IN_NAMES: Final = re.compile(r'[",<>@:;\\()\[\]]')
# No spaces, no quotes, nothing that begins another address.
_LOCAL_PART: Final = re.compile(r'[^\s",<>@:;\\()\[\]]{1,64}')
_REFUSED_FOR_GOOD: Final = 500
_GO_AHEAD: Final = 354
_LOWEST_CODE: Final = 200
_LINE_END: Final = re.compile(rb"\r\n|\n|\r(?!\n)")
_LEADING_DOT: Final = re.compile(rb"(?m)^\.")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along. ``kind`` is its media type, such as "text/calendar"; text is in UTF-8."""

    name: str
    kind: str
    content: bytes
    parameters: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Mail:
    """One email to one address. ``message_id`` has no angle brackets and is the same on every try."""

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
    # The address at which the recipient unsubscribes, for emails that are sent regularly.
    unsubscribe: str | None = None
    # Whether a POST to that address is enough, so that mail programs can show a button for it (RFC 8058).
    one_click: bool = False
    attachments: tuple[Attachment, ...] = ()


Cause = Literal["server", "address", "email"]
"""The cause of a failure: the mail server, the recipient's address, or the content of this email."""


class NotSent(Exception):
    """The email was not accepted. ``for_good`` says that another try cannot help, ``reason`` is for a person."""

    def __init__(self, reason: str, *, for_good: bool = False, cause: Cause = "server") -> None:
        self.reason = reason
        self.for_good = for_good
        self.cause: Cause = cause
        super().__init__(reason)


class MaybeSent(Exception):
    """All of the email was handed over, and the server's answer is missing: it may have been sent."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


BeforeEnd = Callable[[], None]
"""Called when all but the last byte of an email is handed over. Until then the server cannot have accepted it."""


def _nothing() -> None:
    """Nothing to do before the last byte."""


class Mailer(Protocol):
    """Hands emails over to a server."""

    def greet(self, name: str) -> None:
        """Check that the server answers, greeting it by our own name. Raises NotSent."""
        ...

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Hand one email over. ``before_end`` may raise, and then the email is not sent.

        Raises NotSent, MaybeSent, what ``before_end`` raises, and WhileWriting with a write transaction open.
        """
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
    raise NotSent("This is not a valid email address.", for_good=True, cause="address")


def _address(name: str | None, address: str) -> Address:
    shown = one_line(_NOT_IN_NAMES.sub(" ", name or ""), _LONGEST_NAME)
    username, _, domain = ascii_domain(address).rpartition("@")
    return Address(shown, username=username, domain=domain)


def compose(mail: Mail) -> EmailMessage:
    """The email in the form in which it is sent. Raises NotSent for an invalid address."""
    message = EmailMessage(policy=SMTP)
    message["Message-ID"] = f"<{mail.message_id}>"
    message["Date"] = format_datetime(mail.written_at)
    message["From"] = _address(mail.from_name, mail.sender)
    message["To"] = _address(mail.to_name, mail.to)
    if mail.reply_to and mail.reply_to.rpartition("@")[0].isascii():
        # An address such as jörg@ cannot be written in a header that every mail server reads: it is left out.
        with contextlib.suppress(NotSent):
            message["Reply-To"] = _address(None, mail.reply_to)
    message["Subject"] = one_line(mail.subject, _LONGEST_SUBJECT)
    # Nobody's automatic answer belongs to it (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        if mail.one_click:
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
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


class _Conversation(smtplib.SMTP):
    """smtplib's conversation, but for how the text of an email is handed over (RFC 5321, 4.1.1.4)."""

    before_end: BeforeEnd = staticmethod(_nothing)
    answer_timeout: float = ANSWER_TIMEOUT

    def data(self, msg: "ReadableBuffer | str") -> tuple[int, bytes]:
        """Hand the text over, then its end, and wait for the answer to that.

        Raises MaybeSent once the end is on its way and no answer comes.
        """
        self.putcmd("data")
        code, said = self.getreply()
        if code != _GO_AHEAD:
            raise smtplib.SMTPDataError(code, said)
        text = msg.encode("ascii") if isinstance(msg, str) else bytes(msg)
        lines = _LINE_END.sub(b"\r\n", text)
        timeout = self.timeout
        self._wait_for(max(timeout, _TEXT_TIMEOUT))
        self.send(_LEADING_DOT.sub(b"..", lines if lines.endswith(b"\r\n") else lines + b"\r\n"))
        self.before_end()
        try:
            self._wait_for(self.answer_timeout)
            self.send(b".\r\n")
            answer = self.getreply()
        except TimeoutError:
            raise MaybeSent("The mail server took the email but did not say that it accepted it.") from None
        except (smtplib.SMTPServerDisconnected, OSError) as problem:
            # smtplib reports a time-out while reading as an end of the conversation.
            late = "timed out" in str(problem)
            what = "did not say that it accepted it" if late else "hung up before it said that it accepted it"
            raise MaybeSent(f"The mail server took the email but {what}.") from None
        if answer[0] < _LOWEST_CODE:
            raise MaybeSent("The mail server took the email but its answer could not be read.")
        self._wait_for(timeout)
        return answer

    def _wait_for(self, seconds: float) -> None:
        if self.sock is not None:
            self.sock.settimeout(seconds)


class _EncryptedConversation(_Conversation, smtplib.SMTP_SSL):
    """The same, encrypted from its first byte on."""


class SmtpMailer:
    """Hands emails over to a mail server. One conversation serves as many emails as come before `close`."""

    def __init__(
        self,
        server: Smtp,
        *,
        timeout: float = TIMEOUT,
        answer_timeout: float = ANSWER_TIMEOUT,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """``trust`` says whose certificates count; the system's by default."""
        self._server = server
        self._timeout = timeout
        self._answer_timeout = answer_timeout
        self._trust = trust
        self._open: _Conversation | None = None

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Hand one email over. Raises NotSent, MaybeSent and what ``before_end`` raises."""
        refuse_while_writing()
        message = compose(mail)
        to, sender = ascii_domain(mail.to), ascii_domain(mail.sender)
        is_over = False
        try:
            # The name we give ourselves is that of our message ids: asking the system for its own may take seconds.
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
                "The mail server does not take addresses like this one.", for_good=True, cause="address"
            ) from None
        except smtplib.SMTPSenderRefused as refused:
            is_over = True
            # The installation's mistake, not this email's: it goes out once the sender is put right.
            raise NotSent(f"The mail server refused the sender: {_said(refused.smtp_error)}") from None
        except (smtplib.SMTPException, OSError) as problem:
            raise NotSent(_why(problem)) from None
        finally:
            if not is_over:
                # In the middle of an email: what is said next would belong to it.
                self._hang_up()

    def close(self) -> None:
        """End the conversation."""
        if self._open is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._open.quit()
            self._hang_up()

    def _hang_up(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def greet(self, name: str) -> None:
        """Begin a conversation and send nothing: whether the server is there and knows us. Raises NotSent."""
        refuse_while_writing()
        try:
            self._conversation(name)
        except (smtplib.SMTPException, OSError) as problem:
            raise NotSent(_why(problem)) from None

    def _conversation(self, name: str) -> _Conversation:
        """The conversation that is open and still answers, or a new one. Raises what smtplib raises."""
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


def _refused(code: int, said: bytes | str, what: str, cause: Cause) -> NotSent:
    """A mail server's own words, as part of a sentence."""
    return NotSent(f"{what}: {_said(said)} ({code})", for_good=code >= _REFUSED_FOR_GOOD, cause=cause)


def _said(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return one_line(text, 200) or "no reason given"


def _why(problem: Exception) -> str:
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "The mail server's certificate is not trusted."
    # smtplib reports a silent server like a closed connection.
    if isinstance(problem, TimeoutError) or "timed out" in str(problem):
        return "The mail server did not answer in time."
    if isinstance(problem, smtplib.SMTPServerDisconnected):
        return "The mail server hung up."
    if isinstance(problem, smtplib.SMTPResponseException):
        return f"The mail server answered: {_said(problem.smtp_error)} ({problem.smtp_code})"
    return "The mail server could not be reached."


class RecordingMailer:
    """Keeps what it was given. ``failures`` are raised first, one per email; None lets one through."""

    def __init__(self, failures: Sequence[NotSent | MaybeSent | None] = ()) -> None:
        self.sent: list[Mail] = []
        self.failures: Sequence[NotSent | MaybeSent | None] = failures

    def greet(self, name: str) -> None:
        """Somebody is always there."""

    def send(self, mail: Mail, *, before_end: BeforeEnd = _nothing) -> None:
        """Keep the email, or fail as planned."""
        refuse_while_writing()
        compose(mail)
        failure, self.failures = (self.failures[0], self.failures[1:]) if self.failures else (None, ())
        if isinstance(failure, NotSent):
            raise failure
        before_end()
        if failure is not None:
            raise failure
        self.sent.append(mail)

    def close(self) -> None:
        """Nothing to end."""
