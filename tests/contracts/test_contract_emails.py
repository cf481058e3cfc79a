"""Emails to the signers of a contract."""

import pytest
from fastapi import FastAPI

from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.contracts.conftest import BRIDE, Signing
from tests.support.api import ok_json

MOTHER = {"name": "Annabella Milbanke", "email": "mother@example.com", "role": "mother"}


class Inbox:
    """Emails about contracts, by the worker."""

    def __init__(self, app: FastAPI) -> None:
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self._worker.begin()

    def new(self) -> list[Mail]:
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return [mail for mail in sent if "contract" in mail.subject]


@pytest.fixture
def inbox(app: FastAPI) -> Inbox:
    return Inbox(app)


def test_signers_are_emailed_in_turn_and_all_get_the_signed_copy(signing: Signing, inbox: Inbox):
    signing.send(BRIDE, MOTHER)
    (first,) = inbox.new()
    tokens = signing.tokens()
    signing.consent(tokens[0])
    ok_json(signing.sign(tokens[0]))
    (second,) = inbox.new()
    signing.consent(tokens[1])
    ok_json(signing.sign(tokens[1]))
    copies = inbox.new()

    assert first.to == "ada@example.com"
    assert tokens[0] in first.text
    assert second.to == "mother@example.com"
    assert {mail.to for mail in copies} == {"ada@example.com", "mother@example.com"}
    (file,) = copies[0].attachments
    assert file.content == signing.pdf()
    titles = [item["title"] for item in ok_json(signing.business.get("/api/notifications"))["items"]]
    assert "Contract signed: Ada Lovelace" in titles


def test_change_after_signing_is_emailed_for_signature(signing: Signing, inbox: Inbox):
    signing.send()
    signing.sign_all()
    inbox.new()
    signing.edit(totalPrice=1125, notify=False)
    mails = [mail for mail in inbox.new() if "The contract has changed" in mail.text]

    assert [mail.to for mail in mails] == ["ada@example.com"]


def test_reminder_sends_the_link_again(signing: Signing, inbox: Inbox):
    signing.send()
    inbox.new()
    ok_json(signing.business.post(f"{signing.path}/remind"))

    assert [mail.to for mail in inbox.new()] == ["ada@example.com"]
