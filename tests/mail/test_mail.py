"""SMTP delivery to a test server that works, is slow, rejects emails or closes the connection."""

import ssl
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database, WhileWriting
from marqueedesk.mail.mail import Attachment, Mail, MaybeSent, NotSent, SmtpMailer, compose
from tests.support import folder
from tests.support.mail_server import MailServer, certificate

WRITTEN = datetime(2027, 3, 3, 12, tzinfo=UTC)


def mail(**changes: Any) -> Mail:
    values: dict[str, Any] = {
        "message_id": "abc123@desk.example.com",
        "to": "ada@example.com",
        "to_name": "Ada Lovelace",
        "sender": "desk@example.com",
        "from_name": "Bright Nights",
        "reply_to": "shop@example.com",
        "subject": "Booked: MARRY ME",
        "text": "Hi Ada",
        "html": "<p>Hi Ada</p>",
        "written_at": WRITTEN,
    }
    return Mail(**(values | changes))


@pytest.fixture(scope="module")
def server() -> Generator[MailServer]:
    with MailServer() as running:
        yield running


@pytest.fixture
def mailer(server: MailServer) -> Generator[SmtpMailer]:
    server.reset()
    made = SmtpMailer(server.address(), timeout=30)
    yield made
    made.close()


@pytest.fixture(scope="module")
def pem() -> Path:
    return certificate(folder.current())


def test_email_has_all_headers_bodies_and_attachments(server: MailServer, mailer: SmtpMailer):
    file = Attachment("booking.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", {"method": "PUBLISH"})
    mailer.send(mail(attachments=(file,), unsubscribe="https://desk.example.com/settings"))
    mailer.send(mail(unsubscribe="https://desk.example.com/leave", one_click=True))

    found, one_click = server.emails = server.emails
    assert {name: str(found[name]) for name in ("From", "To", "Reply-To", "Subject", "Message-ID", "Date")} == {
        "From": "Bright Nights <desk@example.com>",
        "To": "Ada Lovelace <ada@example.com>",
        "Reply-To": "shop@example.com",
        "Subject": "Booked: MARRY ME",
        "Message-ID": "<abc123@desk.example.com>",
        "Date": "Wed, 03 Mar 2027 12:00:00 +0000",
    }
    assert found["Auto-Submitted"] == "auto-generated"
    assert found["List-Unsubscribe"] == "<https://desk.example.com/settings>"
    assert found["List-Unsubscribe-Post"] is None
    assert one_click["List-Unsubscribe"] == "<https://desk.example.com/leave>"
    assert one_click["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    parts = {part.get_content_type(): part for part in found.walk() if not part.is_multipart()}
    assert parts["text/plain"].get_content().strip() == "Hi Ada"
    assert parts["text/html"].get_content().strip() == "<p>Hi Ada</p>"
    assert parts["text/calendar"].get_filename() == "booking.ics"
    assert parts["text/calendar"].get_param("method") == "PUBLISH"
    assert server.senders == ["desk@example.com"] * 2


@pytest.mark.parametrize(
    "name, shown",
    [
        ("Zoë Müller-Łódź", "Zoë Müller-Łódź"),
        ("王小明", "王小明"),
        ("محمد", "محمد"),
        ("🎈 Party, Inc. <boss@evil.example>", "🎈 Party Inc. boss evil.example"),
        ('O"Hara; (the) [second]\\', "O Hara the second"),
        ("a\r\nBcc: victim@example.com", "a Bcc victim example.com"),
        ("Maximilian " * 50, ("Maximilian " * 11)[:119] + "…"),
    ],
)
def test_names_and_subjects_allow_any_script_but_no_header_injection(
    server: MailServer, mailer: SmtpMailer, name: str, shown: str
):
    mailer.send(mail(to_name=name, from_name=name, subject=f"For {name}"[:249]))

    (found,) = server.emails
    assert [address.display_name for name in ("To", "From") for address in found[name].addresses] == [shown, shown]
    assert found["Bcc"] is None
    assert " ".join(f"For {name}"[:249].split()) == found["Subject"]
    assert server.recipients == ["ada@example.com"]


@pytest.mark.parametrize(
    "address",
    [
        "a@b.example\r\nBcc: c@d.example",
        "a@b.example, c@d.example",
        "<a@b.example>",
        "a b@c.example",
        "a@",
        "@b.example",
        "nobody",
        "",
        "a@-.example",
    ],
)
def test_invalid_or_multiple_addresses_fail_permanently(server: MailServer, mailer: SmtpMailer, address: str):
    with pytest.raises(NotSent) as refused:
        mailer.send(mail(to=address))
    assert refused.value.for_good
    assert server.emails == []


def test_non_ascii_addresses_are_supported(server: MailServer, mailer: SmtpMailer):
    mailer.send(mail(to="ada@bücher.example"))
    mailer.send(mail(to="zoë@example.com"))
    assert server.recipients == ["ada@xn--bcher-kva.example", "zoë@example.com"]


def test_one_smtp_connection_sends_several_emails(server: MailServer, mailer: SmtpMailer):
    for number in range(3):
        mailer.send(mail(message_id=f"{number}@desk.example.com"))
    assert (len(server.emails), server.conversations) == (3, 1)

    mailer.close()
    mailer.send(mail())
    assert (len(server.emails), server.conversations) == (4, 2)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_encrypted_connections_verify_the_certificate_and_log_in(pem: Path, security: Any):
    server = MailServer(security, pem, login=True)
    try:
        trust = ssl.create_default_context(cafile=str(pem))
        mailer = SmtpMailer(server.address(), trust=trust)
        mailer.send(mail())
        mailer.close()
        assert server.recipients == ["ada@example.com"]

        with pytest.raises(NotSent, match="certificate is not trusted") as refused:
            SmtpMailer(server.address()).send(mail())
        assert not refused.value.for_good
        with pytest.raises(NotSent, match="rejected the login") as refused:
            SmtpMailer(server.address(password="wrong"), trust=trust).send(mail())
        assert not refused.value.for_good
    finally:
        server.stop()


def test_email_is_not_sent_unencrypted_if_starttls_is_unavailable(server: MailServer, mailer: SmtpMailer):
    with pytest.raises(NotSent, match="STARTTLS"):
        SmtpMailer(server.address(security="starttls")).send(mail())
    assert server.emails == []


@pytest.mark.parametrize(
    "refused, answer_to_data, for_good",
    [
        ({"ada@example.com": "550 5.1.1 No such user"}, None, True),
        ({"ada@example.com": "451 4.7.1 Greylisted"}, None, False),
        ({}, "554 5.7.1 Looks like spam", True),
        ({}, "452 4.3.1 Disk full", False),
    ],
)
def test_rejection_includes_the_reason_and_whether_it_is_permanent(
    server: MailServer, mailer: SmtpMailer, refused: dict[str, str], answer_to_data: str | None, *, for_good: bool
):
    server.refused, server.answer_to_data = refused, answer_to_data

    with pytest.raises(NotSent) as problem:
        mailer.send(mail())
    assert problem.value.for_good is for_good
    assert (next(iter(refused.values()), answer_to_data) or "")[4:] in problem.value.reason
    # The next email is not affected.
    server.refused, server.answer_to_data = {}, None
    mailer.send(mail(to="grace@example.com"))
    assert server.recipients == ["grace@example.com"]


def test_unreachable_closing_or_silent_server_does_not_affect_the_next_email(server: MailServer, mailer: SmtpMailer):
    with pytest.raises(NotSent, match="could not be reached") as refused:
        SmtpMailer(server.address(port=1)).send(mail())
    assert not refused.value.for_good

    server.hang_up_after_data = 1
    with pytest.raises(MaybeSent, match="closed the connection"):
        mailer.send(mail())

    server.late = {"ada@example.com": 0.6}
    with pytest.raises(MaybeSent, match="did not confirm"):
        SmtpMailer(server.address(), answer_timeout=0.2).send(mail())

    mailer.send(mail(to="grace@example.com"))
    assert server.recipients[-1] == "grace@example.com"


def test_final_server_reply_has_a_longer_timeout(server: MailServer):
    server.reset()
    # The timeout is long enough for every other step on a busy machine, but shorter than the delay of the final reply.
    server.late = {"ada@example.com": 8.5}
    mailer = SmtpMailer(server.address(), timeout=8)

    mailer.send(mail())
    mailer.send(mail(to="grace@example.com"))
    mailer.close()

    assert (server.recipients, server.conversations) == (["ada@example.com", "grace@example.com"], 1)


def test_email_interrupted_before_its_last_byte_is_not_sent(server: MailServer, mailer: SmtpMailer):
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        mailer.send(mail(), before_end=stop)
    assert server.emails == []
    # The next email uses a new connection, so it is not taken for the rest of the interrupted one.
    mailer.send(mail(to="grace@example.com"))
    assert server.recipients == ["grace@example.com"]


def test_sending_inside_a_write_transaction_is_refused(server: MailServer, mailer: SmtpMailer, database: Database):
    with database.write(), pytest.raises(WhileWriting):
        mailer.send(mail())
    assert server.emails == []


def test_line_with_a_single_dot_does_not_end_the_email(server: MailServer, mailer: SmtpMailer):
    mailer.send(mail(text="above\n.\n..\nbelow"))
    (found,) = server.emails
    parts = {part.get_content_type(): part for part in found.walk()}
    assert parts["text/plain"].get_content().split() == ["above", ".", "..", "below"]


def test_long_lines_are_encoded_within_the_smtp_limit():
    text = "ä" * 3000 + "\n.\nfrom here"
    parts = {part.get_content_type(): part for part in compose(mail(text=text, html=f"<p>{text}</p>")).walk()}
    assert parts["text/plain"].get_content().split() == text.split()
    assert max(map(len, compose(mail(text=text)).as_bytes().split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    "reply_to, header", [("shop@müller.example", "shop@xn--mller-kva.example"), ("jörg@example.com", None), ("x", None)]
)
def test_unencodable_reply_to_address_is_omitted(reply_to: str, header: str | None):
    assert compose(mail(reply_to=reply_to))["Reply-To"] == header
