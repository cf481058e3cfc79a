"""The client of the text provider, against its stand-in."""

from collections.abc import Generator

import httpx
import pytest

from marqueedesk.sms.gateway import (
    RecordingGateway,
    SmsAccount,
    SmsClient,
    Text,
    TextMaybeSent,
    TextNotSent,
    TextRefused,
)
from marqueedesk.sms.signatures import is_signed, signature_of
from tests.support.server import free_port
from tests.support.texting import ACCOUNT, NUMBER, TOKEN, Texting

PHONE = "+15185550123"


@pytest.fixture
def texting() -> Generator[Texting]:
    running = Texting().start()
    yield running
    running.stop()


def client(texting: Texting, token: str = TOKEN) -> SmsClient:
    return SmsClient(SmsAccount(ACCOUNT, token, NUMBER, texting.url))


def text(body: str = "Hello", *, to: str = PHONE, sender: str = NUMBER) -> Text:
    return Text(to, sender, body, "http://localhost/api/sms/status")


def test_text_is_sent_from_the_number(texting: Texting):
    accepted = client(texting).send(text())

    (sent,) = texting.exchange.messages
    assert (accepted.sid, accepted.status) == (sent.sid, "queued")
    assert (sent.to, sent.sender, sent.body) == (PHONE, NUMBER, "Hello")
    assert sent.callback == "http://localhost/api/sms/status"


def test_messaging_service_has_a_field_of_its_own(texting: Texting):
    client(texting).send(text(sender="MGservice"))

    assert texting.exchange.log[0]["form"]["MessagingServiceSid"] == "MGservice"
    assert "From" not in texting.exchange.log[0]["form"]


def test_refused_number_is_not_retried(texting: Texting):
    with pytest.raises(TextRefused) as refused:
        client(texting).send(text(to="911"))

    assert refused.value.code == "21211"


def test_busy_provider_names_the_time_to_wait(texting: Texting):
    texting.fault("429")

    with pytest.raises(TextNotSent) as busy:
        client(texting).send(text())
    assert busy.value.retry_after == 1


def test_wrong_token_is_not_the_fault_of_the_text(texting: Texting):
    with pytest.raises(TextNotSent, match="rejected the account"):
        client(texting, token="other").send(text())


@pytest.mark.parametrize("kind", ["500", "gone", "away"])
def test_text_without_an_answer_may_have_been_sent(texting: Texting, kind: str):
    texting.fault(kind)

    with pytest.raises(TextMaybeSent):
        client(texting).send(text())
    found = client(texting).sent_to(PHONE)
    assert [one.body for one in found] == (["Hello"] if kind == "gone" else [])


def test_text_was_not_sent_if_nothing_listens():
    nowhere = SmsClient(SmsAccount(ACCOUNT, TOKEN, NUMBER, f"http://127.0.0.1:{free_port()}"))

    with pytest.raises(TextNotSent):
        nowhere.send(text())


def test_recording_gateway_behaves_like_the_client():
    gateway = RecordingGateway([TextNotSent("busy"), TextMaybeSent(), None])

    for expected in (TextNotSent, TextMaybeSent):
        with pytest.raises(expected):
            gateway.send(text())
    gateway.send(text("Again"))
    assert [one.body for one in gateway.sent_to(PHONE)] == ["Again", "Hello"]


def test_signature_covers_url_and_every_field():
    # The example in the provider's documentation.
    url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    caller = {"Caller": "+14158675309", "From": "+14158675309"}
    fields = {"CallSid": "CA1234567890ABCDE", "Digits": "1234", "To": "+18005551212", **caller}
    signature = signature_of("12345", url, fields)

    assert signature == "RSOYDt4T1cUTdK1PDd93/VVr8B8="
    assert is_signed("12345", url, fields, signature)
    assert not is_signed("12345", url, fields | {"Digits": "1235"}, signature)
    assert not is_signed("12345", url.removesuffix("2"), fields, signature)
    assert not is_signed("other", url, fields, signature)
    assert not is_signed("12345", url, fields, "ä")


def test_stand_in_calls_back_with_a_valid_signature(texting: Texting):
    url, fields = "http://localhost/api/sms/status", {"MessageSid": "SM1", "MessageStatus": "sent"}

    assert is_signed(TOKEN, url, fields, texting.exchange.signature(url, fields))


def test_phone_page_shows_texts_and_sends_answers(texting: Texting):
    texting.exchange.inbound = f"http://127.0.0.1:{free_port()}/"
    client(texting).send(text("<b>Hi</b>"))

    page = httpx.get(f"{texting.url}/phones/{PHONE}", timeout=30).text
    assert "&lt;b&gt;Hi&lt;/b&gt;" in page
    answer = httpx.post(f"{texting.url}/phones/{PHONE}", data={"to": NUMBER, "body": "Yes"}, timeout=30)
    assert answer.status_code == 303
    assert [(row.sender, row.to, row.body) for row in texting.exchange.messages][1:] == [(PHONE, NUMBER, "Yes")]
