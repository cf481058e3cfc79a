"""Routes of the installation's settings: read them, and save one group of them (G1, G2, G6)."""

from typing import Annotated, Final, Literal

from fastapi import Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.admin.access import administering, overseeing
from marqueedesk.admin.checks import key_check
from marqueedesk.admin.schemas import CheckOut
from marqueedesk.kit import audit, clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import RequestModel
from marqueedesk.platform.schemas import (
    SHOWN,
    EmailSettings,
    GeneralSettings,
    PaymentSettings,
    SettingsOut,
    SystemSettings,
)
from marqueedesk.platform.service import change, shown, tried
from marqueedesk.stripe.provider import provider_of

router = Router(tags=["administration"])
Raw = Annotated[RawBody, Depends(raw_body)]
Group = Literal["general", "email", "payments", "system"]
_SENSITIVE: Final[frozenset[Group]] = frozenset({"email", "payments"})
"""Groups that hold secrets, or say where a secret is sent: changing or trying them asks for the password again."""
_REFUSALS = error_responses(400, 401, 403, 409, 415, 422)


@router.get("/api/admin/settings", response_model=SettingsOut, responses=error_responses(401, 403))
def settings(request: Request) -> Response:
    """Every setting as it holds now; of a secret only whether one is set."""
    with overseeing(request) as (db, _caller):
        return json_answer(shown(db, request.app.state.settings))


@router.patch(
    "/api/admin/settings/general", response_model=SettingsOut, responses=_REFUSALS, **request_body(GeneralSettings)
)
def change_general(request: Request, body: Raw) -> Response:
    """Name, addresses and maintenance."""
    return _change(request, "general", body, GeneralSettings)


@router.patch(
    "/api/admin/settings/email", response_model=SettingsOut, responses=_REFUSALS, **request_body(EmailSettings)
)
def change_email(request: Request, body: Raw) -> Response:
    """How mail is sent."""
    return _change(request, "email", body, EmailSettings)


@router.patch(
    "/api/admin/settings/payments", response_model=SettingsOut, responses=_REFUSALS, **request_body(PaymentSettings)
)
def change_payments(request: Request, body: Raw) -> Response:
    """Keys of the payment provider."""
    return _change(request, "payments", body, PaymentSettings)


@router.patch(
    "/api/admin/settings/system", response_model=SettingsOut, responses=_REFUSALS, **request_body(SystemSettings)
)
def change_system(request: Request, body: Raw) -> Response:
    """What new businesses start with."""
    return _change(request, "system", body, SystemSettings)


@router.post(
    "/api/admin/settings/payments/check", response_model=CheckOut, responses=_REFUSALS, **request_body(PaymentSettings)
)
def check_keys(request: Request, body: Raw) -> Response:
    """Ask the payment provider about the keys as the form has them, without saving anything."""
    provider = provider_of(request)
    with overseeing(request) as (db, caller):
        require_fresh(caller, clock.now())
        keys = tried(db, request.app.state.settings, "payments", body.read(PaymentSettings)).stripe
    # Asked with no transaction open: the provider may take its time.
    return json_answer(key_check(keys, provider.connection))


def _change(request: Request, group: Group, body: RawBody, model: type[RequestModel]) -> Response:
    with administering(request) as (db, caller):
        given = body.read(model)
        if group in _SENSITIVE:
            require_fresh(caller, clock.now())
        before = shown(db, request.app.state.settings)
        change(db, request.app.state.settings, group, given, clock.now())
        answer = shown(db, request.app.state.settings)
        audit.record(
            db,
            "settings.changed",
            by=caller.actor,
            now=clock.now(),
            subject=(None, group),
            # Names only, so that no secret gets here; a secret that was typed anew is named with its group.
            changed=_changed(getattr(before, group), getattr(answer, group), given),
        )
    request.app.state.current.forget()
    return json_answer(answer)


def _changed(before: dict[str, object], after: dict[str, object], given: RequestModel) -> list[str]:
    typed = given.model_dump(by_alias=True, exclude_unset=True)
    return sorted(
        name
        for name, value in after.items()
        if before[name] != value or (value == SHOWN and typed.get(name) not in {None, SHOWN})
    )
