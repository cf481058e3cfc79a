"""Handing mail to a real server: working, slow, refusing, dying; what goes over the wire, and what never does."""

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


def test_a_mail_arrives_with_everything_that_it_needs(server: MailServer, mailer: SmtpMailer):
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
def test_names_and_subjects_in_any_script_arrive_and_add_no_header(
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
def test_an_address_that_is_none_or_several_is_refused_for_good(server: MailServer, mailer: SmtpMailer, address: str):
    with pytest.raises(NotSent) as refused:
        mailer.send(mail(to=address))
    assert refused.value.for_good
    assert server.emails == []


def test_addresses_beyond_ascii_arrive(server: MailServer, mailer: SmtpMailer):
    mailer.send(mail(to="ada@bücher.example"))
    mailer.send(mail(to="zoë@example.com"))
    assert server.recipients == ["ada@xn--bcher-kva.example", "zoë@example.com"]


def test_one_conversation_serves_several_mails(server: MailServer, mailer: SmtpMailer):
    for number in range(3):
        mailer.send(mail(message_id=f"{number}@desk.example.com"))
    assert (len(server.emails), server.conversations) == (3, 1)

    mailer.close()
    mailer.send(mail())
    assert (len(server.emails), server.conversations) == (4, 2)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_encrypted_and_signed_in(pem: Path, security: Any):
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


def test_what_was_to_be_encrypted_is_not_sent_in_the_clear(server: MailServer, mailer: SmtpMailer):
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
def test_a_refusal_says_why_and_whether_it_is_final(
    server: MailServer, mailer: SmtpMailer, refused: dict[str, str], answer_to_data: str | None, *, for_good: bool
):
    server.refused, server.answer_to_data = refused, answer_to_data

    with pytest.raises(NotSent) as problem:
        mailer.send(mail())
    assert problem.value.for_good is for_good
    assert (next(iter(refused.values()), answer_to_data) or "")[4:] in problem.value.reason
    # The next one is not affected.
    server.refused, server.answer_to_data = {}, None
    mailer.send(mail(to="grace@example.com"))
    assert server.recipients == ["grace@example.com"]


def test_a_server_that_is_away_hangs_up_or_does_not_answer(server: MailServer, mailer: SmtpMailer):
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


def test_the_answer_to_an_email_may_take_longer_than_any_other(server: MailServer):
    server.reset()
    # Long enough for every other step on a busy machine, and for the answer still too short.
    server.late = {"ada@example.com": 8.5}
    mailer = SmtpMailer(server.address(), timeout=8)

    mailer.send(mail())
    mailer.send(mail(to="grace@example.com"))
    mailer.close()

    assert (server.recipients, server.conversations) == (["ada@example.com", "grace@example.com"], 1)


def test_what_fails_before_the_last_byte_was_not_sent(server: MailServer, mailer: SmtpMailer):
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        mailer.send(mail(), before_end=stop)
    assert server.emails == []
    # The next one begins a conversation of its own, and is not taken for the rest of this one.
    mailer.send(mail(to="grace@example.com"))
    assert server.recipients == ["grace@example.com"]


def test_no_mail_is_sent_while_a_transaction_is_open(server: MailServer, mailer: SmtpMailer, database: Database):
    with database.write(), pytest.raises(WhileWriting):
        mailer.send(mail())
    assert server.emails == []


def test_a_line_that_is_a_dot_does_not_end_an_email(server: MailServer, mailer: SmtpMailer):
    mailer.send(mail(text="above\n.\n..\nbelow"))
    (found,) = server.emails
    parts = {part.get_content_type(): part for part in found.walk()}
    assert parts["text/plain"].get_content().split() == ["above", ".", "..", "below"]


def test_lines_of_any_length_survive():
    text = "ä" * 3000 + "\n.\nfrom here"
    parts = {part.get_content_type(): part for part in compose(mail(text=text, html=f"<p>{text}</p>")).walk()}
    assert parts["text/plain"].get_content().split() == text.split()
    assert max(map(len, compose(mail(text=text)).as_bytes().split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    "reply_to, header", [("shop@müller.example", "shop@xn--mller-kva.example"), ("jörg@example.com", None), ("x", None)]
)
def test_an_address_that_cannot_be_written_in_the_header_is_no_reply_address(reply_to: str, header: str | None):
    assert compose(mail(reply_to=reply_to))["Reply-To"] == header
