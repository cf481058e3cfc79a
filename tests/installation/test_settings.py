"""Installation settings: saved, encrypted, and overridden by the environment (G1, G2, G6)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import orjson
import pytest
from sqlalchemy import select

from marqueedesk.instance_settings import service
from marqueedesk.instance_settings.errors import SetByEnvironment
from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.instance_settings.service import Platform, effective, shown
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.schemas import parse
from marqueedesk.settings import Settings, smtp_of

PLAIN = Settings(secret_key="kJ8vQ2mfW5zL0pR7txN3bD9yG4hS6cA1")  # pyright: ignore[reportArgumentType] - as it comes from the environment.
GENERAL: dict[str, Any] = {"siteName": "Big Letters", "siteUrl": "https://letters.example/"}
EMAIL: dict[str, Any] = {
    "smtpHost": "mail.example",
    "smtpPort": 465,
    "smtpUser": "post",
    "smtpPassword": "a secret that nobody reads",
    "emailFrom": "post@letters.example",
}
PAYMENTS: dict[str, Any] = {"stripePublishableKey": "pk_test_1", "stripeSecretKey": "sk_test_1", "testMode": True}


def save(database: Database, group: str, body: dict[str, Any], settings: Settings = PLAIN) -> Platform:
    """Save a group of settings from its form data and return the effective settings."""
    given = parse(service.GROUPS[group], orjson.dumps(body))
    with database.write() as db:
        service.change(db, settings, group, given, clock.now())
    with database.read() as db:
        return effective(db, settings)


def errors_of(database: Database, group: str, body: dict[str, Any]) -> dict[str, str]:
    """Save invalid form data and return the errors by field."""
    with pytest.raises(Invalid) as problem:
        save(database, group, body)
    assert problem.value.fields
    return problem.value.fields


def test_unsaved_settings_have_specified_defaults(database: Database):
    with database.read() as db:
        now = effective(db, PLAIN)

    assert (now.site_name, now.site_url) == ("MarqueeDesk", "http://localhost:8000")
    assert (now.currency, now.date_format, now.time_zone) == ("USD", "MM/DD/YYYY", "America/New_York")
    assert (now.letter_price_cents, now.surcharge_basis_points, now.free_cancellation_hours) == (5000, 1500, 48)
    assert (now.approval_required, now.maintenance_mode, now.test_mode) == (True, False, True)
    assert (now.smtp, now.stripe) == (None, None)


def test_saving_settings_keeps_fields_that_were_not_sent(database: Database):
    save(database, "general", {**GENERAL, "companyPhone": "555 0100"})

    now = save(database, "general", {**GENERAL, "siteName": "Bigger Letters"})

    assert (now.site_name, now.site_url, now.company_phone) == ("Bigger Letters", "https://letters.example", "555 0100")
    assert now.revision == 2


def test_secret_is_stored_encrypted_and_never_shown(database: Database):
    now = save(database, "email", EMAIL)

    with database.read() as db:
        row = db.scalars(select(PlatformSetting).where(PlatformSetting.name == "smtp_password")).one()
        answer = shown(db, PLAIN)
    assert now.smtp
    assert (now.smtp.password, now.smtp.security) == (EMAIL["smtpPassword"], "tls")
    assert row.value is None
    assert EMAIL["smtpPassword"] not in f"{row.sealed} {answer} {now}"
    assert answer.email["smtpPassword"] == "set"


def test_empty_secret_keeps_the_stored_one(database: Database):
    save(database, "email", EMAIL)

    now = save(database, "email", {**EMAIL, "smtpPassword": "", "smtpHost": "other.example"})

    assert now.smtp
    assert (now.smtp.host, now.smtp.password) == ("other.example", EMAIL["smtpPassword"])


def test_stored_secret_is_reported_unreadable_with_another_secret_key(database: Database):
    save(database, "email", EMAIL)
    other = Settings(secret_key="oJ8vQ2mfW5zL0pR7txN3bD9yG4hS6cA1")  # pyright: ignore[reportArgumentType]

    with database.read() as db:
        now, answer = effective(db, other), shown(db, other)

    assert now.smtp
    assert now.smtp.password is None
    assert answer.unreadable == ["smtpPassword"]


def test_environment_overrides_saved_settings_and_locks_them(database: Database):
    fixed = Settings(
        secret_key="0123456789abcdef" * 2,  # pyright: ignore[reportArgumentType]
        public_url="https://here.example",
        smtp_url="smtp://me:p%40ss@relay.example",  # pyright: ignore[reportArgumentType]
    )

    with pytest.raises(SetByEnvironment) as refusal:
        save(database, "email", {"emailFrom": "post@letters.example", "smtpHost": "other.example"}, fixed)
    assert list(refusal.value.fields or {}) == ["smtpHost"]
    with pytest.raises(SetByEnvironment):
        save(database, "email", {"emailFrom": "post@letters.example", "smtpPassword": "another"}, fixed)
    # Displayed values can be sent back unchanged.
    same = {"smtpHost": "relay.example", "smtpPort": 587, "smtpPassword": "set"}
    save(database, "email", {"emailFrom": "post@letters.example"} | same, fixed)
    now = save(database, "general", {**GENERAL, "siteUrl": "https://here.example/"}, fixed)

    assert now.site_url == "https://here.example"
    assert now.smtp
    assert (now.smtp.host, now.smtp.port, now.smtp.password) == ("relay.example", 587, "p@ss")
    with database.read() as db:
        assert {"siteUrl", "smtpHost", "smtpPassword"} <= set(shown(db, fixed).locked)
        assert effective(db, PLAIN).smtp is None


@pytest.mark.parametrize(
    "group, body, fields",
    [
        ("general", {**GENERAL, "siteUrl": "letters"}, {"siteUrl": "Please enter a valid URL"}),
        ("general", {**GENERAL, "siteUrl": "javascript://a/%0aalert(1)"}, {"siteUrl": "Please enter a valid URL"}),
        ("email", {}, {"smtpHost": "SMTP host is required", "smtpUser": "SMTP username is required"}),
        ("email", {**EMAIL, "smtpPassword": None}, {"smtpPassword": "SMTP password is required"}),
        ("email", {**EMAIL, "smtpPort": 0}, {"smtpPort": "SMTP port must be a positive integer"}),
        ("email", {**EMAIL, "smtpHost": "a b"}, {"smtpHost": "SMTP host must be the name of a mail server"}),
        (
            "email",
            {**EMAIL, "emailFrom": "a@b.example\r\nBcc: x@y.example"},
            {"emailFrom": "Please enter a valid email"},
        ),
        ("payments", {**PAYMENTS, "stripeSecretKey": "pk_1"}, {"stripeSecretKey": "Secret key must start with sk_"}),
        (
            "payments",
            {**PAYMENTS, "stripeSecretKey": "sk_live_1"},
            {"stripeSecretKey": "Test mode only accepts test keys. Turn off test mode to use a live key."},
        ),
        ("system", {"defaultLetterPricing": -1}, {"defaultLetterPricing": "Must be a positive number"}),
        ("system", {"defaultSurchargePercent": 100.5}, {"defaultSurchargePercent": "Must be a number from 0 to 100"}),
        ("system", {"freeCancellationPeriod": -1}, {"freeCancellationPeriod": "Must be a positive number"}),
        ("system", {"defaultCurrency": "INR"}, {}),
        (
            "system",
            {"timeZone": "Mars/Base"},
            {"timeZone": "Time zone is not known; use a name such as America/New_York"},
        ),
    ],
)
def test_invalid_platform_setting_names_its_field_and_changes_nothing(
    database: Database, group: str, body: dict[str, Any], fields: dict[str, str]
):
    named = errors_of(database, group, body)

    assert fields.items() <= named.items()
    with database.read() as db:
        assert effective(db, PLAIN).revision == 0


def test_concurrent_saves_each_increment_the_revision(database: Database):
    together = Barrier(4)

    def one(number: int) -> None:
        together.wait()
        save(database, "system", {"freeCancellationPeriod": number})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(4)))

    with database.read() as db:
        assert effective(db, PLAIN).revision == 4


@pytest.mark.parametrize(
    "url",
    [
        "http://mail.example",
        "smtp://",
        "smtp://mail.example/box",
        "smtp://m.example?security=ssl",
        "smtp://m.example:x",
    ],
)
def test_invalid_smtp_url_is_refused(url: str):
    with pytest.raises(ValueError, match="SMTP_URL"):
        smtp_of(url)
