"""Effective settings of the installation: the environment overrides saved values, which override the defaults.

All other packages use `effective`. A setting from the environment takes precedence over a stored one and is locked
(docs/rules.md, G1, G2). Secrets are stored encrypted and leave this package only inside `Platform`, never in a
response.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from marqueedesk.instance_settings import queries
from marqueedesk.instance_settings.errors import LiveKeyInTestMode, SetByEnvironment
from marqueedesk.instance_settings.models import PlatformSetting
from marqueedesk.instance_settings.schemas import (
    SHOWN,
    EmailSettings,
    GeneralSettings,
    PaymentSettings,
    SettingsOut,
    SystemSettings,
    TextSettings,
)
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.db.detached_copy import stored_value
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT
from marqueedesk.settings import STANDIN_SMS_ACCOUNT, Settings, Smtp, is_live_key, smtp_of
from marqueedesk.sms.gateway import SmsAccount

GROUPS: dict[str, type[RequestModel]] = {
    "general": GeneralSettings,
    "email": EmailSettings,
    "payments": PaymentSettings,
    "texts": TextSettings,
    "system": SystemSettings,
}
SECRETS = frozenset({"smtp_password", "stripe_secret_key", "stripe_webhook_secret", "sms_token"})
_Values = JsonObject
"""Setting values by name, with the same types as the groups' fields."""
DEFAULTS: _Values = {
    "site_name": "MarqueeDesk",
    "smtp_port": 587,
    "default_currency": "USD",
    "date_format": USUAL_DATE_FORMAT,
    "time_zone": "America/New_York",
}
"""Values used for texts that aren't set, in addition to the groups' defaults."""
_CENTS = frozenset(
    {"default_letter_pricing", "default_surcharge_percent", "platform_fee_percent", "platform_fee_fixed"}
)
_REQUIRED: dict[str, dict[str, str]] = {
    "general": {"site_name": "Site name is required", "site_url": "Please enter a valid URL"},
    "email": {
        "smtp_host": "SMTP host is required",
        "smtp_user": "SMTP username is required",
        "smtp_password": "SMTP password is required",
        "email_from": "Please enter a valid email",
    },
    "payments": {
        "stripe_publishable_key": "Publishable key is required",
        "stripe_secret_key": "Secret key is required",
    },
    "texts": {"sms_account": "Account SID is required", "sms_token": "Auth token is required"},
    "system": {
        "default_currency": "Currency is required",
        "date_format": "Date format is required",
        "time_zone": "Time zone is required",
    },
}
"""Required fields of each form, with their error messages (G6)."""
_REVISION = "revision"
_MAIL_TEMPLATES = "mail_templates"
_MOVED = "moved_businesses"


@dataclass(frozen=True, slots=True)
class StripeKeys:
    """Payment provider keys. ``api_base`` is the URL of a stand-in, if any."""

    secret_key: str = field(repr=False)
    publishable_key: str
    webhook_secret: str | None = field(repr=False)
    api_base: str | None


@dataclass(frozen=True, slots=True)
class PlatformTerms:
    """A version of the installation's terms and the page's URL."""

    url: str
    version: str


@dataclass(frozen=True, slots=True)
class Platform:
    """Effective settings of the installation. ``smtp`` and ``stripe`` are None while they are incomplete."""

    site_name: str
    site_url: str
    # Replaces "100+ rental businesses" on the landing page.
    landing_claim: str | None
    company_address: str | None
    company_phone: str | None
    company_email: str | None
    # Terms that users must accept when they register, if any.
    terms: PlatformTerms | None
    maintenance_mode: bool
    # Planned start and expected end of maintenance, if an administrator entered them.
    maintenance_from: datetime | None
    maintenance_until: datetime | None
    reviews_new_businesses: bool
    smtp: Smtp | None
    email_from: str
    email_reply_to: str | None
    email_signature: str | None
    stripe: StripeKeys | None
    # The text provider's account; None while it is incomplete.
    sms: SmsAccount | None
    # Names of missing keys: those that are empty or not allowed in test mode.
    missing_keys: tuple[str, ...]
    test_mode: bool
    fee_basis_points: int
    fee_fixed_cents: int
    returns_fee: bool
    currency: str
    date_format: str
    time_zone: str
    letter_price_cents: int
    surcharge_basis_points: int
    free_cancellation_hours: int
    approval_required: bool
    # Custom texts by kind of message, validated by the messages package.
    mail_templates: Mapping[str, Mapping[str, str]]
    # New addresses of businesses that moved to another installation, by their id here.
    moved_businesses: Mapping[int, str]
    revision: int


@dataclass(frozen=True, slots=True)
class _Held:
    """All settings by name, with those set by the environment and those that can't be decrypted."""

    values: _Values
    locked: frozenset[str]
    unreadable: frozenset[str]
    mail_templates: Mapping[str, Mapping[str, str]]
    moved_businesses: Mapping[int, str]
    revision: int


def effective(db: Session, settings: Settings) -> Platform:
    """Return the effective settings with one small SELECT. Call it once per request or job, not per row."""
    return _platform(_held(settings, queries.stored(db)), settings)


def tried(db: Session, settings: Settings, group: str, form: RequestModel) -> Platform:
    """Return the settings that would apply if a group's form were saved, for testing. Nothing is saved. Raises the
    errors of `change`.
    """
    current = _held(settings, queries.stored(db))
    changes = _asked(group, form, current)
    return _platform(replace(current, values=current.values | changes), settings)


def _platform(current: _Held, settings: Settings) -> Platform:
    value = current.values
    return stored_value(
        Platform,
        value,
        terms=PlatformTerms(value["terms_url"], value["terms_version"]) if value["terms_url"] else None,
        maintenance_from=_moment(value["maintenance_from"]),
        maintenance_until=_moment(value["maintenance_until"]),
        reviews_new_businesses=value["review_new_businesses"],
        smtp=_smtp(value),
        email_from=value["email_from"] or f"no-reply@{_host(value['site_url'])}",
        stripe=_stripe(value, settings),
        sms=_sms(value, settings),
        missing_keys=_missing_keys(value),
        fee_basis_points=value["platform_fee_percent"],
        fee_fixed_cents=value["platform_fee_fixed"],
        returns_fee=value["platform_fee_on_refund"] == "return",
        currency=value["default_currency"],
        letter_price_cents=value["default_letter_pricing"],
        surcharge_basis_points=value["default_surcharge_percent"],
        free_cancellation_hours=value["free_cancellation_period"],
        approval_required=value["booking_approval_required"],
        mail_templates=current.mail_templates,
        moved_businesses=current.moved_businesses,
        revision=current.revision,
    )


def free_cancellation_hours(db: Session) -> int:
    """Return the default free cancellation hours of businesses. The environment never sets them."""
    row = queries.stored(db).get("free_cancellation_period")
    return free_cancellation_of(row.held if row else None)


def free_cancellation_of(saved: JsonObject | None) -> int:
    """Return the free cancellation hours of the saved setting, or the default."""
    usual: int = SystemSettings.model_fields["free_cancellation_period"].default
    return usual if saved is None else int(saved["value"])


def is_fixed(settings: Settings, name: str) -> bool:
    """Return true if the environment fixes a setting, so that the stored value has no effect."""
    return name in _fixed(settings)


def shown(db: Session, settings: Settings) -> SettingsOut:
    """Return all settings for administrators, without secrets."""
    current = _held(settings, queries.stored(db))
    groups = {group: {_wire(name): _visible(name, current) for name in _names(group)} for group in GROUPS}
    return SettingsOut(
        **groups,
        locked=sorted(_wire(name) for name in current.locked),
        unreadable=sorted(_wire(name) for name in current.unreadable),
    )


def change(db: Session, settings: Settings, group: str, form: RequestModel, now: datetime) -> None:
    """Save the values in a group's form and keep the rest; an empty secret keeps the stored one (G6).

    Raises SetByEnvironment for a different value of a fixed setting (the same one may be sent back), Invalid for
    missing required values, and LiveKeyInTestMode.
    """
    revision = _revision(db, now)
    stored = queries.stored(db)
    current = _held(settings, stored)
    _refuse_fixed(form, current)
    for name, value in _asked(group, form, current).items():
        sealed = seal(settings, value) if name in SECRETS else None
        _put(db, stored, name, None if name in SECRETS else value, now, sealed=sealed)
    revision.value, revision.updated_at = current.revision + 1, now
    db.flush()


def missing_fields(db: Session, settings: Settings, group: str, form: RequestModel) -> dict[str, str]:
    """Return the required fields of a group that would be empty after saving, with their error messages (G6)."""
    current = _held(settings, queries.stored(db))
    return _missing(group, current.values | _typed(form, current))


def change_mail_template(db: Session, kind: str, chosen: Mapping[str, str], now: datetime) -> None:
    """Save custom texts of a message. If there are none, the default texts apply (G3)."""
    revision = _revision(db, now)
    stored = queries.stored(db)
    others = {name: words for name, words in _mail_templates(stored).items() if name != kind}
    _put(db, stored, _MAIL_TEMPLATES, others | ({kind: dict(chosen)} if chosen else {}), now)
    revision.value, revision.updated_at = _count(stored) + 1, now
    db.flush()


def redirect_business(db: Session, operator_id: int, address: str | None, now: datetime) -> None:
    """Save the new address of a business that moved to another installation; None if it is back."""
    revision = _revision(db, now)
    stored = queries.stored(db)
    addresses = {**_moved(stored), operator_id: address}
    moved = {str(number): found for number, found in addresses.items() if found is not None}
    _put(db, stored, _MOVED, moved, now)
    revision.value, revision.updated_at = _count(stored) + 1, now
    db.flush()


def _put(
    db: Session, stored: dict[str, PlatformSetting], name: str, value: Any, now: datetime, *, sealed: str | None = None
) -> None:
    row = stored.get(name)
    if row is None:
        row = PlatformSetting(name=name)
        db.add(row)
    row.value, row.sealed, row.updated_at = value, sealed, now


def _refuse_fixed(form: RequestModel, current: _Held) -> None:
    """Raise SetByEnvironment if a form has a different value for a setting fixed by the environment."""
    other = [
        name
        for name in sorted(form.model_fields_set & current.locked)
        if getattr(form, name) != current.values[name] and not (name in SECRETS and getattr(form, name) is None)
    ]
    if other:
        raise SetByEnvironment(fields={_wire(name): SetByEnvironment.message for name in other})


def _asked(group: str, form: RequestModel, current: _Held) -> _Values:
    """Return the changes in a form, validated together with the unchanged values."""
    changes = _typed(form, current)
    _check(group, {**current.values, **changes}, frozenset(changes))
    return changes


def _typed(form: RequestModel, current: _Held) -> _Values:
    """Return the values in a form that replace stored ones: neither fixed by the environment nor empty secrets."""
    return {
        name: getattr(form, name)
        for name in form.model_fields_set
        if name not in current.locked and not (name in SECRETS and getattr(form, name) is None)
    }


def _revision(db: Session, now: datetime) -> PlatformSetting:
    """Lock and return the row with the change counter, which serializes saves."""
    row = queries.locked(db, _REVISION)
    if row is not None:
        return row
    row = PlatformSetting(name=_REVISION, held={"value": 0}, updated_at=now)
    # If another process saved first, the row exists now.
    return row if add_unless_taken(db, row) else _revision(db, now)


def _check(group: str, after: _Values, asked: frozenset[str]) -> None:
    missing = _missing(group, after)
    if missing:
        raise Invalid(fields=missing)
    if group == "general" and after["terms_url"] and not after["terms_version"]:
        raise Invalid(fields={"termsVersion": "Enter a version for the terms, such as their date"})
    if group == "general":
        starts, ends = _moment(after["maintenance_from"]), _moment(after["maintenance_until"])
        if starts is not None and ends is not None and ends <= starts:
            raise Invalid(fields={"maintenanceUntil": "The end must be after the start"})
    if group == "payments" and after["test_mode"]:
        live = [name for name in ("stripe_publishable_key", "stripe_secret_key") if is_live_key(after[name])]
        if live:
            fields = {_wire(name): LiveKeyInTestMode.message for name in live if name in asked}
            raise LiveKeyInTestMode(fields=fields or {"testMode": LiveKeyInTestMode.message})


def _missing(group: str, values: _Values) -> dict[str, str]:
    return {_wire(name): sentence for name, sentence in _REQUIRED[group].items() if values[name] in {None, ""}}


def _held(settings: Settings, stored: dict[str, PlatformSetting]) -> _Held:
    fixed = _fixed(settings)
    values: _Values = {}
    unreadable: set[str] = set()
    for model in GROUPS.values():
        for name, described in model.model_fields.items():
            row = stored.get(name)
            value = described.default
            if row is not None:
                value = unseal(settings, row.sealed) if row.sealed else row.value
                if row.sealed and value is None:
                    unreadable.add(name)
            values[name] = DEFAULTS.get(name) if value is None else value
    values["site_url"] = values["site_url"] or settings.public_url
    values.update(fixed)
    unread = frozenset(unreadable - set(fixed))
    return _Held(values, frozenset(fixed), unread, _mail_templates(stored), _moved(stored), _count(stored))


def _mail_templates(stored: dict[str, PlatformSetting]) -> Mapping[str, Mapping[str, str]]:
    row = stored.get(_MAIL_TEMPLATES)
    return row.value if row is not None else {}


def _moved(stored: dict[str, PlatformSetting]) -> Mapping[int, str]:
    row = stored.get(_MOVED)
    return {int(operator_id): address for operator_id, address in row.value.items()} if row is not None else {}


def _count(stored: dict[str, PlatformSetting]) -> int:
    row = stored.get(_REVISION)
    return int(row.value) if row is not None else 0


def _fixed(settings: Settings) -> _Values:
    """Return the values from the environment."""
    fixed: _Values = {}
    if "public_url" in settings.model_fields_set:
        fixed["site_url"] = settings.public_url
    url = settings.smtp_url.get_secret_value()
    if url:
        smtp = smtp_of(url)
        fixed |= {"smtp_host": smtp.host, "smtp_port": smtp.port, "smtp_security": smtp.security}
        fixed |= {"smtp_user": smtp.user, "smtp_password": smtp.password}
        if smtp.sender:
            fixed["email_from"] = smtp.sender
    for name in ("stripe_secret_key", "stripe_webhook_secret"):
        secret = getattr(settings, name).get_secret_value()
        if secret:
            fixed[name] = secret
    if settings.stripe_publishable_key:
        fixed["stripe_publishable_key"] = settings.stripe_publishable_key
    if settings.sms_account:
        fixed |= {"sms_account": settings.sms_account, "sms_token": settings.sms_token.get_secret_value()}
    if settings.sms_from:
        fixed["sms_from"] = settings.sms_from
    if is_live_key(settings.stripe_secret_key.get_secret_value()):
        fixed["test_mode"] = False
    if "platform_fee_percent" in settings.model_fields_set:
        fixed["platform_fee_percent"] = settings.platform_fee_basis_points
    return fixed


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _smtp(value: _Values) -> Smtp | None:
    if not value["smtp_host"]:
        return None
    usual = "tls" if value["smtp_port"] == 465 else "starttls"  # noqa: PLR2004 - the standard port for TLS.
    security = cast("Literal['starttls', 'tls', 'none']", value["smtp_security"] or usual)
    return Smtp(value["smtp_host"], value["smtp_port"], security, value["smtp_user"], value["smtp_password"])


def _sms(value: _Values, settings: Settings) -> SmsAccount | None:
    account, token = value["sms_account"], value["sms_token"]
    if not account or not token:
        return None
    # The stand-in's URL comes from the environment, and applies to its own accounts only.
    base = settings.sms_api_base if account.startswith(STANDIN_SMS_ACCOUNT) else ""
    return SmsAccount(account, token, value["sms_from"], base or None)


_KEYS = ("stripe_secret_key", "stripe_publishable_key", "stripe_webhook_secret")


def _missing_keys(value: _Values) -> tuple[str, ...]:
    ruled_out = value["test_mode"] and value["stripe_secret_key"] and is_live_key(value["stripe_secret_key"])
    return tuple(name for name in _KEYS if not value[name] or (ruled_out and name == "stripe_secret_key"))


def _stripe(value: _Values, settings: Settings) -> StripeKeys | None:
    secret, publishable = value["stripe_secret_key"], value["stripe_publishable_key"]
    if not secret or not publishable or (value["test_mode"] and is_live_key(secret)):
        return None
    return StripeKeys(secret, publishable, value["stripe_webhook_secret"], settings.stripe_api_base or None)


def _host(address: str) -> str:
    return urlsplit(address).hostname or "localhost"


def _names(group: str) -> list[str]:
    return list(GROUPS[group].model_fields)


def _wire(name: str) -> str:
    """Return a setting's name in the API."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _visible(name: str, current: _Held) -> Any:
    value = current.values[name]
    if name in SECRETS:
        return SHOWN if value else None
    return units(value) if name in _CENTS else value
