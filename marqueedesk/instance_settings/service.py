"""The settings of the whole installation: the environment overrides saved values, which override the defaults.

`effective` is what every other package asks. A setting that the environment gives wins over a stored one and is locked
(docs/rules.md, G1, G2). Secrets are stored sealed and leave this package only inside `Platform`, never in an answer.
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
)
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.db.snapshots import stored_value
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text.wording import USUAL_DATE_FORMAT
from marqueedesk.settings import Settings, Smtp, is_live_key, smtp_of

GROUPS: dict[str, type[RequestModel]] = {
    "general": GeneralSettings,
    "email": EmailSettings,
    "payments": PaymentSettings,
    "system": SystemSettings,
}
SECRETS = frozenset({"smtp_password", "stripe_secret_key", "stripe_webhook_secret"})
_Values = dict[str, Any]
"""Values of settings by name, in the types of the groups' fields."""
DEFAULTS: _Values = {
    "site_name": "MarqueeDesk",
    "smtp_port": 587,
    "default_currency": "USD",
    "date_format": USUAL_DATE_FORMAT,
    "time_zone": "America/New_York",
}
"""Beside the defaults of the groups: what holds while a text is not set."""
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
    "system": {
        "default_currency": "Currency is required",
        "date_format": "Date format is required",
        "time_zone": "Time zone is required",
    },
}
"""The fields that a form cannot be saved without (G6), each with its sentence."""
_REVISION = "revision"
_MAIL_TEMPLATES = "mail_templates"


@dataclass(frozen=True, slots=True)
class StripeKeys:
    """The keys of the payment provider. ``api_base`` leads to a stand-in, where there is one."""

    secret_key: str = field(repr=False)
    publishable_key: str
    webhook_secret: str | None = field(repr=False)
    api_base: str | None


@dataclass(frozen=True, slots=True)
class Terms:
    """A version of the installation's terms, and the page where they are."""

    url: str
    version: str


@dataclass(frozen=True, slots=True)
class Platform:
    """The installation's settings in effect. ``smtp`` and ``stripe`` are None while they cannot be used."""

    site_name: str
    site_url: str
    company_address: str | None
    company_phone: str | None
    company_email: str | None
    # The terms that whoever registers accepts, if there are any.
    terms: Terms | None
    maintenance_mode: bool
    reviews_new_businesses: bool
    smtp: Smtp | None
    email_from: str
    email_reply_to: str | None
    email_signature: str | None
    stripe: StripeKeys | None
    # The settings without which there are no keys, by name: those that are empty, or that test mode rules out.
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
    # By kind of message: the words that were chosen in place of the usual ones. Whose they are checks them (messages).
    mail_templates: Mapping[str, Mapping[str, str]]
    revision: int


@dataclass(frozen=True, slots=True)
class _Held:
    """Every setting by name, and which of them the environment fixes or nobody can read."""

    values: _Values
    locked: frozenset[str]
    unreadable: frozenset[str]
    mail_templates: Mapping[str, Mapping[str, str]]
    revision: int


def effective(db: Session, settings: Settings) -> Platform:
    """The installation's settings in effect, in one small SELECT. Ask once per request or job, not per row."""
    return _platform(_held(settings, queries.stored(db)), settings)


def tried(db: Session, settings: Settings, group: str, given: RequestModel) -> Platform:
    """The settings that would apply if a group's form were saved, so that they can be tried first. Nothing is saved.
    Raises as `change`.
    """
    held = _held(settings, queries.stored(db))
    asked = _asked(group, given, held)
    return _platform(replace(held, values=held.values | asked), settings)


def _platform(held: _Held, settings: Settings) -> Platform:
    value = held.values
    return stored_value(
        Platform,
        value,
        terms=Terms(value["terms_url"], value["terms_version"]) if value["terms_url"] else None,
        reviews_new_businesses=value["review_new_businesses"],
        smtp=_smtp(value),
        email_from=value["email_from"] or f"no-reply@{_host(value['site_url'])}",
        stripe=_stripe(value, settings),
        missing_keys=_missing_keys(value),
        fee_basis_points=value["platform_fee_percent"],
        fee_fixed_cents=value["platform_fee_fixed"],
        returns_fee=value["platform_fee_on_refund"] == "return",
        currency=value["default_currency"],
        letter_price_cents=value["default_letter_pricing"],
        surcharge_basis_points=value["default_surcharge_percent"],
        free_cancellation_hours=value["free_cancellation_period"],
        approval_required=value["booking_approval_required"],
        mail_templates=held.mail_templates,
        revision=held.revision,
    )


def free_cancellation_hours(db: Session) -> int:
    """The hours of free cancellation for a business that has none of its own. The environment never sets them."""
    row = queries.stored(db).get("free_cancellation_period")
    return free_cancellation_of(row.held if row else None)


def free_cancellation_of(held: Mapping[str, Any] | None) -> int:
    """The hours of free cancellation by the saved setting, or the usual ones where none is saved."""
    usual: int = SystemSettings.model_fields["free_cancellation_period"].default
    return usual if held is None else int(held["value"])


def is_fixed(settings: Settings, name: str) -> bool:
    """Whether the environment gives a setting, so that nothing that is stored has an effect."""
    return name in _fixed(settings)


def shown(db: Session, settings: Settings) -> SettingsOut:
    """Every setting for an administrator's eyes: no secret, only whether there is one."""
    held = _held(settings, queries.stored(db))
    groups = {group: {_wire(name): _visible(name, held) for name in _names(group)} for group in GROUPS}
    return SettingsOut(
        **groups,
        locked=sorted(_wire(name) for name in held.locked),
        unreadable=sorted(_wire(name) for name in held.unreadable),
    )


def change(db: Session, settings: Settings, group: str, given: RequestModel, now: datetime) -> None:
    """Save what a group's form names and leave the rest; an empty secret keeps the one that is set (G6).

    Raises SetByEnvironment for another value of what the environment gives (the same one may be sent back), Invalid
    for what the form cannot be saved without, and LiveKeyInTestMode.
    """
    revision = _revision(db, now)
    stored = queries.stored(db)
    held = _held(settings, stored)
    _refuse_fixed(given, held)
    for name, value in _asked(group, given, held).items():
        sealed = seal(settings, value) if name in SECRETS else None
        _put(db, stored, name, None if name in SECRETS else value, now, sealed=sealed)
    revision.value, revision.updated_at = held.revision + 1, now
    db.flush()


def missing_fields(db: Session, settings: Settings, group: str, given: RequestModel) -> dict[str, str]:
    """The required fields of a group that stay empty when a form is saved, each with its sentence (G6)."""
    held = _held(settings, queries.stored(db))
    return _missing(group, held.values | _typed(given, held))


def change_mail_template(db: Session, kind: str, chosen: Mapping[str, str], now: datetime) -> None:
    """Save the words of a message in place of the usual ones; none at all is the usual ones (G3)."""
    revision = _revision(db, now)
    stored = queries.stored(db)
    others = {name: words for name, words in _mail_templates(stored).items() if name != kind}
    _put(db, stored, _MAIL_TEMPLATES, others | ({kind: dict(chosen)} if chosen else {}), now)
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


def _refuse_fixed(given: RequestModel, held: _Held) -> None:
    """Raise SetByEnvironment where a form has another value for what the environment gives."""
    other = [
        name
        for name in sorted(given.model_fields_set & held.locked)
        if getattr(given, name) != held.values[name] and not (name in SECRETS and getattr(given, name) is None)
    ]
    if other:
        raise SetByEnvironment(fields={_wire(name): SetByEnvironment.sentence for name in other})


def _asked(group: str, given: RequestModel, held: _Held) -> _Values:
    """The changes in a form, checked together with the values that it leaves unchanged."""
    asked = _typed(given, held)
    _check(group, {**held.values, **asked}, frozenset(asked))
    return asked


def _typed(given: RequestModel, held: _Held) -> _Values:
    """The values in a form that replace stored ones: neither fixed by the environment nor an empty secret."""
    return {
        name: getattr(given, name)
        for name in given.model_fields_set
        if name not in held.locked and not (name in SECRETS and getattr(given, name) is None)
    }


def _revision(db: Session, now: datetime) -> PlatformSetting:
    """The row that counts the changes, locked: who saves at the same time waits for its turn."""
    row = queries.locked(db, _REVISION)
    if row is not None:
        return row
    row = PlatformSetting(name=_REVISION, held={"value": 0}, updated_at=now)
    # If somebody else's first save came in between, the row is there now.
    return row if add_unless_taken(db, row) else _revision(db, now)


def _check(group: str, after: _Values, asked: frozenset[str]) -> None:
    missing = _missing(group, after)
    if missing:
        raise Invalid(fields=missing)
    if group == "general" and after["terms_url"] and not after["terms_version"]:
        raise Invalid(fields={"termsVersion": "Name the version of the terms, by their date for example"})
    if group == "payments" and after["test_mode"]:
        live = [name for name in ("stripe_publishable_key", "stripe_secret_key") if is_live_key(after[name])]
        if live:
            fields = {_wire(name): LiveKeyInTestMode.sentence for name in live if name in asked}
            raise LiveKeyInTestMode(fields=fields or {"testMode": LiveKeyInTestMode.sentence})


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
    return _Held(values, frozenset(fixed), unread, _mail_templates(stored), _count(stored))


def _mail_templates(stored: dict[str, PlatformSetting]) -> Mapping[str, Mapping[str, str]]:
    row = stored.get(_MAIL_TEMPLATES)
    return row.value if row is not None else {}


def _count(stored: dict[str, PlatformSetting]) -> int:
    row = stored.get(_REVISION)
    return int(row.value) if row is not None else 0


def _fixed(settings: Settings) -> _Values:
    """The values from the environment."""
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
    if is_live_key(settings.stripe_secret_key.get_secret_value()):
        fixed["test_mode"] = False
    if "platform_fee_percent" in settings.model_fields_set:
        fixed["platform_fee_percent"] = settings.platform_fee_basis_points
    return fixed


def _smtp(value: _Values) -> Smtp | None:
    if not value["smtp_host"]:
        return None
    usual = "tls" if value["smtp_port"] == 465 else "starttls"  # noqa: PLR2004 - the port that stands for TLS.
    security = cast("Literal['starttls', 'tls', 'none']", value["smtp_security"] or usual)
    return Smtp(value["smtp_host"], value["smtp_port"], security, value["smtp_user"], value["smtp_password"])


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
    """A setting's name on the wire."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _visible(name: str, held: _Held) -> Any:
    value = held.values[name]
    if name in SECRETS:
        return SHOWN if value else None
    return units(value) if name in _CENTS else value
