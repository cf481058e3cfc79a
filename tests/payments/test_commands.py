"""`marqueedesk payments check` and `setup`: missing settings in the output and the exit code."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from marqueedesk.cli import app as cli
from tests.support.standin import StandIn

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, new_database: Callable[[], str]) -> Run:
    """Run a `payments` command with a separate database: `run("check", **settings)`."""
    known = {"MARQUEEDESK_DATABASE_URL": new_database(), "MARQUEEDESK_DATA_DIR": str(tmp_path)}
    known["MARQUEEDESK_SECRET_KEY"] = "0123456789abcdef" * 3
    known["MARQUEEDESK_PUBLIC_URL"] = "https://letters.example"

    def run(*words: str, **settings: Any) -> Result:
        named: Mapping[str, str] = {f"MARQUEEDESK_{name.upper()}": str(value) for name, value in settings.items()}
        return CliRunner().invoke(cli, ["payments", *words], env={**known, **named})

    return run


def missing(result: Result) -> list[str]:
    """Messages about missing settings."""
    lines = result.stdout.splitlines()
    return [line.removeprefix("missing").strip() for line in lines if line.startswith("missing")]


def test_check_without_keys_fails_and_lists_the_missing_keys(run: Run):
    result = run("check")

    assert result.exit_code == 1
    assert [sentence.partition(" is not set")[0] for sentence in missing(result)] == [
        "The secret key",
        "The publishable key",
        "The webhook secret",
    ]
    assert "MARQUEEDESK_STRIPE_PUBLISHABLE_KEY" in result.stdout
    assert run("setup").exit_code == 1


@pytest.mark.parametrize(
    "absent, sentence",
    [("stripe_secret_key", "The secret key is not set"), ("stripe_publishable_key", "The publishable key is not set")],
)
def test_check_names_the_missing_key(run: Run, provider: StandIn, absent: str, sentence: str):
    keys = {name: value for name, value in provider.settings().items() if name != absent}

    result = run("check", **keys)

    assert result.exit_code == 1
    (only,) = missing(result)
    assert only.startswith(sentence)


def test_check_fails_until_setup_has_created_endpoints_and_domain(run: Run, provider: StandIn):
    keys = {name: value for name, value in provider.settings().items() if name != "stripe_webhook_secret"}

    before = run("check", **keys)
    made = run("setup", **keys)
    after = run("check", **keys)
    again = run("setup", **keys)

    url = "https://letters.example/api/stripe/webhook"
    assert before.exit_code == 1
    assert missing(before) == [
        f"No webhook endpoint for events of your account points to {url}.",
        f"No webhook endpoint for events of connected accounts points to {url}.",
        "There are 0 webhook secrets for two endpoints.",
        "letters.example is not registered for Apple Pay and Google Pay, so customers can't use them.",
    ]
    assert "`marqueedesk payments setup` creates" in before.stderr
    assert made.exit_code == 0
    assert made.stdout.splitlines() == [
        f"Created the webhook endpoint for events of your account: {url}",
        f"Created the webhook endpoint for events of connected accounts: {url}",
        "Registered letters.example for Apple Pay and Google Pay.",
        "The new webhook secrets are stored.",
    ]
    assert (after.exit_code, missing(after)) == (0, [])
    assert (again.exit_code, again.stdout) == (0, "Everything is already set up.\n")
    assert len(provider.objects("webhook_endpoint")) == 2


def test_setup_prints_new_secrets_once_if_the_environment_sets_them(run: Run, provider: StandIn):
    made = run("setup", **provider.settings())
    secrets = made.stdout.splitlines()[-1].split(",")

    assert made.exit_code == 0
    assert "Add these to MARQUEEDESK_STRIPE_WEBHOOK_SECRET" in made.stdout
    assert [secret.startswith("whsec_") for secret in secrets] == [True, True]
    assert not any(secret in run("setup", **provider.settings()).output for secret in secrets)
    both = provider.settings() | {"stripe_webhook_secret": ",".join(secrets)}
    assert run("check", **both).exit_code == 0


def test_interrupted_setup_fails_and_can_be_resumed(run: Run, provider: StandIn):
    provider.fault("429", "POST /v1/payment_method_domains")

    first = run("setup", **provider.settings())
    second = run("setup", **provider.settings())

    assert first.exit_code == 1
    assert "busy" in first.stderr
    assert second.exit_code == 0
    assert "Registered letters.example for Apple Pay and Google Pay." in second.stdout
    assert len(provider.objects("webhook_endpoint")) == 2, "no additional endpoints"


def test_check_fails_with_rejected_keys(run: Run, provider: StandIn):
    result = run("check", **provider.settings() | {"stripe_secret_key": "rk_test_withdrawn"})

    assert result.exit_code == 1
    assert missing(result) == ["Stripe rejected the secret key."]
