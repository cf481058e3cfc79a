"""Admin routes for subscription plans."""

from typing import Any

from fastapi import APIRouter, Depends, Request
from pydantic.alias_generators import to_camel
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, reading, writing
from marqueedesk.accounts.dependencies import Db, SignedIn
from marqueedesk.admin.access import acting, check_administrator, require_admin
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
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe.errors import ProviderNotFound, ProviderProblem
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["administration"], responses=errors(401, 403))

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
    "storage_megabytes",
)
"""Plan fields that administrators can change."""


@router.get("/api/admin/subscription-plans")
def plans(request: Request, db: Db, caller: SignedIn) -> list[AdminPlanOut]:
    """List all plans, cheapest first."""
    acting(db, request, caller)
    return [admin_plan_answer(plan) for plan in queries.plans(db)]


@router.post("/api/admin/subscription-plans", status_code=201, dependencies=[Depends(check_administrator)])
def add_plan(request: Request, body: PlanInput) -> AdminPlanOut:
    """Create a plan. If the provider's keys are set, it is synced immediately, otherwise with the first
    subscription.
    """
    with writing(request) as (db, caller):
        acting(db, request, caller)
        plan = verbs.add_plan(db, body, clock.now())
        _note(db, caller, "plan.created", plan)
    return _synced(request, plan)


@router.patch("/api/admin/subscription-plans/{plan_id}", dependencies=[Depends(check_administrator)])
def change_plan(request: Request, plan_id: PathId, body: PlanChange) -> AdminPlanOut:
    """Update a plan. A new price applies to new subscribers; current subscribers keep theirs."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        before = admin_plan_answer(queries.plan(db, plan_id))
        plan = verbs.change_plan(db, plan_id, body, clock.now())
        after = admin_plan_answer(plan)
        changed = sorted(to_camel(name) for name in _CHANGEABLE if getattr(before, name) != getattr(after, name))
        if changed:
            _note(db, caller, "plan.changed", plan, changed=changed)
    return _synced(request, plan)


@router.patch("/api/admin/subscription-plans/{plan_id}/status", dependencies=[Depends(check_administrator)])
def set_plan_status(request: Request, plan_id: PathId, body: PlanStatus) -> AdminPlanOut:
    """Activate or deactivate a plan. Current subscribers keep it either way."""
    with writing(request) as (db, caller):
        acting(db, request, caller)
        was_active = queries.plan(db, plan_id).is_active
        plan = verbs.set_active(db, plan_id, active=body.is_active, now=clock.now())
        if plan.is_active != was_active:
            _note(db, caller, "plan.activated" if plan.is_active else "plan.deactivated", plan)
    return _synced(request, plan)


@router.delete(
    "/api/admin/subscription-plans/{plan_id}",
    status_code=204,
    responses=errors(409),
    dependencies=[Depends(check_administrator)],
)
def delete_plan(request: Request, db: Db, caller: SignedIn, plan_id: PathId) -> None:
    """Delete a plan that has no subscriptions; 409 `plan_in_use` otherwise, in which case deactivate it instead."""
    acting(db, request, caller)
    with all_tenants(db, "whether anybody has the plan"):
        _note(db, caller, "plan.deleted", queries.plan(db, plan_id))
        verbs.delete_plan(db, plan_id)


def _note(db: Session, caller: Caller | None, action: str, plan: Plan, **details: Any) -> None:
    by = require_admin(caller).actor
    audit.record(db, action, by=by, now=clock.now(), subject=(plan.id, plan.name), **details)


def _synced(request: Request, plan: Plan) -> AdminPlanOut:
    """Sync a plan to the provider and return its response. If the provider is unavailable, the next subscription syncs
    it.
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
    return admin_plan_answer(plan)
