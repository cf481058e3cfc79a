"""Admin routes for the installation's settings: read all of them, save one group (G1, G2, G6)."""

from collections.abc import Callable
from typing import Final, Literal, TypeVar

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.queries import owner_of
from marqueedesk.admin.access import Administrator, administering, overseeing
from marqueedesk.admin.checks import key_check
from marqueedesk.admin.errors import NumberOfBusiness
from marqueedesk.admin.schemas import CheckOut
from marqueedesk.instance_settings.schemas import (
    SHOWN,
    EmailSettings,
    GeneralSettings,
    PaymentSettings,
    SettingsOut,
    SystemSettings,
    TextSettings,
)
from marqueedesk.instance_settings.service import change, missing_fields, shown, tried
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.http import schemas
from marqueedesk.kit.http.http import JsonBytes, errors, json_body
from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.watch import audit
from marqueedesk.sms import senders
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["administration"], responses=errors(401, 403))
Group = Literal["general", "email", "payments", "texts", "system"]
SettingsT = TypeVar("SettingsT", bound=RequestModel)
_SENSITIVE: Final[frozenset[Group]] = frozenset({"email", "payments", "texts"})
"""Groups that hold secrets or determine where secrets are sent. Changing or testing them requires re-authentication."""


@router.get("/api/admin/settings")
def settings(request: Request, db: Db, _: Administrator) -> SettingsOut:
    """Return the current settings; for secrets only whether they are set."""
    return shown(db, request.app.state.settings)


@router.patch("/api/admin/settings/general", openapi_extra=json_body(GeneralSettings), responses=errors(409))
def change_general(request: Request, raw: JsonBytes) -> SettingsOut:
    """Update name, addresses, terms and maintenance mode."""
    return _change(request, "general", GeneralSettings, raw)


@router.patch("/api/admin/settings/email", openapi_extra=json_body(EmailSettings), responses=errors(409))
def change_email(request: Request, raw: JsonBytes) -> SettingsOut:
    """Update the mail server settings."""
    return _change(request, "email", EmailSettings, raw)


@router.patch("/api/admin/settings/payments", openapi_extra=json_body(PaymentSettings), responses=errors(409))
def change_payments(request: Request, raw: JsonBytes) -> SettingsOut:
    """Update the payment provider's keys and the platform fee."""
    return _change(request, "payments", PaymentSettings, raw)


@router.patch("/api/admin/settings/texts", openapi_extra=json_body(TextSettings), responses=errors(409))
def change_texts(request: Request, raw: JsonBytes) -> SettingsOut:
    """Update the account at the text provider. A sender that a business uses is 409 `number_taken`."""
    return _change(request, "texts", TextSettings, raw, _refuse_sender_of_business)


@router.patch("/api/admin/settings/system", openapi_extra=json_body(SystemSettings), responses=errors(409))
def change_system(request: Request, raw: JsonBytes) -> SettingsOut:
    """Update the defaults for new businesses."""
    return _change(request, "system", SystemSettings, raw)


@router.post("/api/admin/settings/payments/check", openapi_extra=json_body(PaymentSettings), responses=errors(409))
def check_keys(request: Request, raw: JsonBytes) -> CheckOut:
    """Verify the keys in the form with the payment provider, without saving."""
    provider = provider_of(request)
    with overseeing(request) as (db, caller):
        require_fresh(db, caller, clock.now())
        payload = read_form(request, db, "payments", PaymentSettings, raw)
        keys = tried(db, request.app.state.settings, "payments", payload).stripe
    # Called with no transaction open, because the provider may be slow.
    return key_check(keys, provider.connection)


def read_form(request: Request, db: Session, group: Group, model: type[SettingsT], raw: bytes) -> SettingsT:
    """Read a group's form. Raises Invalid with all errors together: invalid values and missing required fields."""
    try:
        return schemas.parse(model, raw)
    except Invalid as refusal:
        refused = refusal.fields or {}
        try:
            rest = schemas.parse_without(model, raw, refused)
        except Problem:
            raise refusal from None
        missing = missing_fields(db, request.app.state.settings, group, rest)
        raise Invalid(fields=missing | refused) from None


def _refuse_sender_of_business(db: Session, form: TextSettings) -> None:
    """Raise NumberOfBusiness if a business texts from the new sender, which all businesses would share."""
    owner = senders.operator_behind(db, form.sms_from) if form.sms_from else None
    if owner is not None:
        user = owner_of(db, owner)
        raise NumberOfBusiness(user.company_name or user.username)


def _allow(_db: Session, _form: RequestModel) -> None:
    """Allow any values that the form accepts."""


def _change(
    request: Request,
    group: Group,
    model: type[SettingsT],
    raw: bytes,
    check: Callable[[Session, SettingsT], None] = _allow,
) -> SettingsOut:
    with administering(request) as (db, caller):
        payload = read_form(request, db, group, model, raw)
        if group in _SENSITIVE:
            require_fresh(db, caller, clock.now())
        check(db, payload)
        before = shown(db, request.app.state.settings)
        change(db, request.app.state.settings, group, payload, clock.now())
        settings_out = shown(db, request.app.state.settings)
        audit.record(
            db,
            "settings.changed",
            by=caller.actor,
            now=clock.now(),
            subject=(None, group),
            # Record names only, so that no secret gets into the log; a new secret is recorded by its group.
            changed=_changed(getattr(before, group), getattr(settings_out, group), payload),
        )
    request.app.state.cached_settings.forget()
    return settings_out


def _changed(before: dict[str, object], after: dict[str, object], payload: RequestModel) -> list[str]:
    typed = payload.model_dump(by_alias=True, exclude_unset=True)
    return sorted(
        name
        for name, value in after.items()
        if before[name] != value or (value == SHOWN and typed.get(name) not in {None, SHOWN})
    )
