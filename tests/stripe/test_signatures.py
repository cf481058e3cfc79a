"""Signature verification of Stripe webhooks."""

from collections.abc import Callable
from typing import Any

import pytest
import stripe

from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import BadSignature, NoWebhookSecret
from marqueedesk.stripe.values import Keys
from tests.support.standin import KEYS, StandIn


def event_of(provider: StandIn) -> dict[str, Any]:
    provider.gateway().create_customer(email="a@example.com", name="A", metadata={}, key="c")
    return provider.events()[0]


def test_signed_event_is_parsed(provider: StandIn):
    event = event_of(provider)

    event_read = provider.gateway().read_event(event["body"].encode(), event["signature"])

    assert (event_read.id, event_read.kind, event_read.object_kind) == (event["id"], "customer.created", "customer")
    assert (event_read.account, event_read.live) == (None, False)


def test_signature_by_any_configured_secret_is_accepted(provider: StandIn):
    event = event_of(provider)
    gateway = Stripe(Keys("sk_test_x", "pk_test_x", ("whsec_other", *KEYS.webhook_secrets)))

    assert gateway.read_event(event["body"].encode(), event["signature"]).id == event["id"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda body, signature: (body, None),
        lambda body, signature: (body, ""),
        lambda body, signature: (body, "nonsense"),
        lambda body, signature: (body, "t=x,v1=y"),
        lambda body, signature: (body + " ", signature),
        lambda body, signature: (body, stripe.WebhookSignature.generate_signature_header(body, "whsec_wrong")),
        lambda body, signature: (
            body,
            stripe.WebhookSignature.generate_signature_header(body, "whsec_standin", timestamp=1_700_000_000),
        ),
        lambda body, signature: (
            "no json",
            stripe.WebhookSignature.generate_signature_header("no json", "whsec_standin"),
        ),
        lambda body, signature: ("[]", stripe.WebhookSignature.generate_signature_header("[]", "whsec_standin")),
        lambda body, signature: ("{}", stripe.WebhookSignature.generate_signature_header("{}", "whsec_standin")),
    ],
    ids=[
        "none",
        "empty",
        "nonsense",
        "malformed",
        "altered",
        "wrong secret",
        "old",
        "no json",
        "a list",
        "empty object",
    ],
)
def test_invalid_signature_or_payload_is_rejected(
    spoil: Callable[[str, str], tuple[str, str | None]], provider: StandIn
):
    event = event_of(provider)
    body, signature = spoil(event["body"], event["signature"])

    with pytest.raises(BadSignature):
        provider.gateway().read_event(body.encode(), signature)


def test_events_are_rejected_without_a_webhook_secret(provider: StandIn):
    event = event_of(provider)

    with pytest.raises(NoWebhookSecret):
        Stripe(Keys("sk_test_x", "pk_test_x")).read_event(event["body"].encode(), event["signature"])
