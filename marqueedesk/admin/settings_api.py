"""Admin routes of the installation's settings: read all, save one group (G1, G2, G6)."""

from typing import Any, Final, Literal, TypeVar

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.admin.access import administering, overseeing
from marqueedesk.admin.checks import key_check
from marqueedesk.admin.schemas import CheckOut
from marqueedesk.instance_settings.schemas import (
    SHOWN,
    EmailSettings,
    GeneralSettings,
    PaymentSettings,
    SettingsOut,
    SystemSettings,
)
from marqueedesk.instance_settings.service import change, missing_fields, shown, tried
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Problem
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import RequestModel
from marqueedesk.kit.watch import audit
from marqueedesk.stripe.provider import provider_of

router = Router(tags=["administration"], refuses=(401, 403))
Group = Literal["general", "email", "payments", "system"]
SettingsT = TypeVar("SettingsT", bound=RequestModel)
_SENSITIVE: Final[frozenset[Group]] = frozenset({"email", "payments"})
"""Groups that hold secrets or determine where secrets are sent; changing or testing them requires re-authentication."""


@router.get("/api/admin/settings")
def settings(request: Request) -> Json[SettingsOut]:
    """Return the current settings; for secrets only whether they are set."""
    with overseeing(request) as (db, _caller):
        return Json(shown(db, request.app.state.settings))


@router.patch("/api/admin/settings/general", refuses=(409,))
def change_general(request: Request, body: JsonBody[GeneralSettings]) -> Json[SettingsOut]:
    """Update name, addresses, terms and maintenance mode."""
    return _change(request, "general", body)


@router.patch("/api/admin/settings/email", refuses=(409,))
def change_email(request: Request, body: JsonBody[EmailSettings]) -> Json[SettingsOut]:
    """Update the mail server settings."""
    return _change(request, "email", body)


@router.patch("/api/admin/settings/payments", refuses=(409,))
def change_payments(request: Request, body: JsonBody[PaymentSettings]) -> Json[SettingsOut]:
    """Update the payment provider's keys and the platform fee."""
    return _change(request, "payments", body)


@router.patch("/api/admin/settings/system", refuses=(409,))
def change_system(request: Request, body: JsonBody[SystemSettings]) -> Json[SettingsOut]:
    """Update the defaults for new businesses."""
    return _change(request, "system", body)


@router.post("/api/admin/settings/payments/check", refuses=(409,))
def check_keys(request: Request, body: JsonBody[PaymentSettings]) -> Json[CheckOut]:
    """Verify the keys in the form with the payment provider, without saving."""
    provider = provider_of(request)
    with overseeing(request) as (db, caller):
        require_fresh(db, caller, clock.now())
        payload = read_form(request, db, "payments", body)
        keys = tried(db, request.app.state.settings, "payments", payload).stripe
    # Called with no transaction open, because the provider may be slow.
    return Json(key_check(keys, provider.connection))


def read_form(request: Request, db: Session, group: Group, body: JsonBody[SettingsT]) -> SettingsT:
    """Read a group's form. Raises Invalid with all errors at once: invalid values and missing required fields."""
    try:
        return body.read()
    except Invalid as refusal:
        refused = refusal.fields or {}
        try:
            rest = body.read_without(refused)
        except Problem:
            raise refusal from None
        missing = missing_fields(db, request.app.state.settings, group, rest)
        raise Invalid(fields=missing | refused) from None


def _change(request: Request, group: Group, body: JsonBody[Any]) -> Json[SettingsOut]:
    with administering(request) as (db, caller):
        payload = read_form(request, db, group, body)
        if group in _SENSITIVE:
            require_fresh(db, caller, clock.now())
        before = shown(db, request.app.state.settings)
        change(db, request.app.state.settings, group, payload, clock.now())
        settings_out = shown(db, request.app.state.settings)
        audit.record(
            db,
            "settings.changed",
            by=caller.actor,
            now=clock.now(),
            subject=(None, group),
            # Names only, so that no secret is recorded; a new secret is recorded by its group.
            changed=_changed(getattr(before, group), getattr(settings_out, group), payload),
        )
    request.app.state.current.forget()
    return Json(settings_out)


def _changed(before: dict[str, object], after: dict[str, object], payload: RequestModel) -> list[str]:
    typed = payload.model_dump(by_alias=True, exclude_unset=True)
    return sorted(
        name
        for name, value in after.items()
        if before[name] != value or (value == SHOWN and typed.get(name) not in {None, SHOWN})
    )
