"""Routes of plans for those who run the installation."""

from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, writing
from marqueedesk.admin.access import acting, require_admin
from marqueedesk.billing import plans as verbs
from marqueedesk.billing import queries
from marqueedesk.billing.models import Plan
from marqueedesk.billing.schemas import (
    AdminPlanOut,
    PlanChange,
    PlanInput,
    PlanStatus,
)
from marqueedesk.billing.serializers import admin_plan_answer
from marqueedesk.kit import audit, clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.observe import log
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.kit.tenancy import all_tenants
from marqueedesk.stripe.errors import ProviderNotFound, ProviderProblem
from marqueedesk.stripe.provider import provider_of

router = Router(tags=["administration"])
Raw = Annotated[RawBody, Depends(raw_body)]
_PLAN = error_responses(401, 403, 404, 422)

_CHANGEABLE = (
    "name",
    "description",
    "price",
    "interval",
    "features",
    "trial_days",
    "is_active",
    "fee_percent",
    "fee_fixed",
)
"""The fields of a plan that an administrator may change."""


@router.get("/api/admin/subscription-plans", response_model=list[AdminPlanOut], responses=error_responses(401, 403))
def plans(request: Request) -> Response:
    """Every plan, the cheapest first."""
    with reading(request) as (db, caller):
        acting(db, request, caller)
        found = [admin_plan_answer(plan) for plan in queries.plans(db)]
    return json_answer([plan.model_dump(mode="json", by_alias=True) for plan in found])


@router.post(
    "/api/admin/subscription-plans",
    status_code=201,
    response_model=AdminPlanOut,
    responses=error_responses(401, 403),
    **request_body(PlanInput),
)
def add_plan(request: Request, body: Raw) -> Response:
    """A new plan. With the provider's keys it is synced at once; otherwise when somebody subscribes to it."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        plan = verbs.add_plan(db, body.read(PlanInput), clock.now())
        _note(db, caller, "plan.created", plan)
    return _synced(request, plan, 201)


@router.patch(
    "/api/admin/subscription-plans/{plan_id}", response_model=AdminPlanOut, responses=_PLAN, **request_body(PlanChange)
)
def change_plan(request: Request, plan_id: PathId, body: Raw) -> Response:
    """Change a plan. A changed price is for those who subscribe from now on; subscribers keep theirs."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        before = admin_plan_answer(queries.plan(db, plan_id))
        plan = verbs.change_plan(db, plan_id, body.read(PlanChange), clock.now())
        after = admin_plan_answer(plan)
        changed = sorted(to_camel(name) for name in _CHANGEABLE if getattr(before, name) != getattr(after, name))
        if changed:
            _note(db, caller, "plan.changed", plan, changed=changed)
    return _synced(request, plan)


@router.patch(
    "/api/admin/subscription-plans/{plan_id}/status",
    response_model=AdminPlanOut,
    responses=_PLAN,
    **request_body(PlanStatus),
)
def set_plan_status(request: Request, plan_id: PathId, body: Raw) -> Response:
    """Offer a plan, or not any more. Its subscribers keep it."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        was_active = queries.plan(db, plan_id).is_active
        plan = verbs.set_active(db, plan_id, active=body.read(PlanStatus).is_active, now=clock.now())
        if plan.is_active != was_active:
            _note(db, caller, "plan.activated" if plan.is_active else "plan.deactivated", plan)
    return _synced(request, plan)


@router.delete(
    "/api/admin/subscription-plans/{plan_id}", status_code=204, responses=error_responses(401, 403, 404, 409, 422)
)
def delete_plan(request: Request, plan_id: PathId) -> Response:
    """Delete a plan that nobody ever had; 409 `plan_in_use` for any other, which can be turned off instead."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        with all_tenants(db, "whether anybody has the plan"):
            _note(db, caller, "plan.deleted", queries.plan(db, plan_id))
            verbs.delete_plan(db, plan_id)
    return Response(status_code=204)


def _note(db: Session, caller: Caller | None, action: str, plan: Plan, **details: Any) -> None:
    by = require_admin(caller).actor
    audit.record(db, action, by=by, now=clock.now(), subject=(plan.id, plan.name), **details)


def _synced(request: Request, plan: Plan, status: int = 200) -> Response:
    """The plan as an answer, after syncing it to the provider. If the provider is unreachable, the next subscriber's
    request syncs it.
    """
    provider = provider_of(request)
    with reading(request) as (db, _caller):
        gateway = provider.find(db)
        currency = provider.currency(db)
    if gateway is not None and plan.price_cents:
        try:
            synced = verbs.sync(gateway, verbs.facts_of(plan, currency=currency, live=gateway.live))
        except ProviderProblem as problem:
            log.warning("plan_not_synced", plan=plan.id, code=problem.code)
            if isinstance(problem, ProviderNotFound):
                with writing(request) as (db, _caller):
                    verbs.forget_sync(db, plan.id)
        else:
            with writing(request) as (db, _caller):
                verbs.record_sync(db, plan.id, synced)
                plan = queries.plan(db, plan.id)
    return json_answer(admin_plan_answer(plan), status)
