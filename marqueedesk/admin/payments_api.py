"""Routes about the installation's account at the payment provider: what it lacks, what sets it up, and comparing."""

from typing import Annotated, Final

from fastapi import Request
from pydantic import Field
from sqlalchemy import select

from marqueedesk.accounts.access import database
from marqueedesk.accounts.models import Operator, User
from marqueedesk.admin import test_data
from marqueedesk.admin.access import administering, overseeing
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Accepted, Json
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch import audit
from marqueedesk.stripe import setting_up
from marqueedesk.stripe.metadata import DASHBOARD, dashboard_page
from marqueedesk.stripe.models import Comparison, KeptRefusal, ProviderEvent, ProviderId
from marqueedesk.stripe.provider import provider_of
from marqueedesk.stripe.reconciling import RECONCILE

_COMPARISONS: Final = 14
_REPAIRS: Final = 500
_REFUSALS: Final = 30
_ACCOUNTS: Final = 25
"""Somebody waits for the answer, and each account is asked about. The command goes through all of them."""
router = Router(tags=["administration"], refuses=(401, 403))


class FindingOut(ResponseModel):
    """One thing that was looked at."""

    name: str
    ok: bool
    sentence: str


class ProviderCheckOut(ResponseModel):
    """Whether the provider's side is set up; ``findings`` has a sentence for each thing that was looked at."""

    ok: bool
    findings: list[FindingOut]


class ProviderSetupOut(ResponseModel):
    """The parts that were set up. ``secrets`` are new webhook secrets for the environment, which are shown only now."""

    done: list[str]
    secrets: Annotated[list[str], Field(description="Empty where they are stored")]
    problem: Annotated[str | None, Field(description="What ended it early")]


class FoundDifferenceOut(ResponseModel):
    """A difference that a comparison has found, and its outcome."""

    kind: Annotated[str, Field(description="The event that had not come in, or `refund.listed` for an object")]
    object_id: str | None
    account: Annotated[str | None, Field(description="The connected account; null for the platform's own")]
    business: str | None
    outcome: Annotated[str | None, Field(description="null until it is handled; `recorded` if something was repaired")]


class ComparisonOut(ResponseModel):
    """A comparison with the provider that went through."""

    id: int
    at: str
    since: str
    is_live: bool
    listed: Annotated[int, Field(description="How many payments, refunds, disputes and invoices were compared")]
    repairs: list[FoundDifferenceOut]


class RefusalOut(ResponseModel):
    """A call that the provider has refused or not answered, with its reason."""

    id: int
    at: str
    call: Annotated[str, Field(description="Method and path at the provider")]
    account: Annotated[str | None, Field(description="The connected account; null for the platform's own")]
    business: str | None
    is_live: bool
    code: Annotated[str, Field(description="What the caller was answered")]
    provider_code: str | None
    message: Annotated[str | None, Field(description="In the provider's words")]
    param: str | None
    request_id: str | None
    url: Annotated[str | None, Field(description="The request in the provider's own log")]


class ClearedOut(ResponseModel):
    """How much test data was cleared."""

    payments: int
    accounts: int
    subscriptions: int
    events: int


class ReconcileOut(ResponseModel):
    """The comparison with the provider has been scheduled."""

    scheduled: bool


@router.get("/api/admin/payments/check")
def check_provider(request: Request) -> Json[ProviderCheckOut]:
    """Look at everything that payments need at the provider. Asked with no transaction open."""
    provider = provider_of(request)
    with overseeing(request) as (db, _caller):
        platform, events = effective(db, request.app.state.settings), setting_up.event_log(db)
        accounts = setting_up.paid_directly(db, platform, _ACCOUNTS)
    found = setting_up.check(platform, provider.connection, events, clock.now(), accounts)
    rows = [FindingOut.of_row(one) for one in found]
    return Json(ProviderCheckOut(ok=all(row.ok for row in rows), findings=rows))


@router.post("/api/admin/payments/setup", refuses=(409,))
def set_up_provider(request: Request) -> Json[ProviderSetupOut]:
    """Make the webhook endpoints and the wallet domain that are missing. Safe to repeat."""
    settings, provider = request.app.state.settings, provider_of(request)
    with overseeing(request) as (db, _caller):
        platform = effective(db, settings)
        accounts = setting_up.paid_directly(db, platform, _ACCOUNTS)
    made = setting_up.set_up(platform, provider.connection, accounts)
    with administering(request) as (db, caller):
        now = clock.now()
        stored = bool(made.secrets) and setting_up.keep_secrets(db, settings, made.secrets, now)
        if made.done:
            audit.record(db, "settings.changed", by=caller.actor, now=now, subject=(None, "payments"))
    request.app.state.current.forget()
    secrets = [] if stored else made.secrets
    return Json(ProviderSetupOut(done=made.done, secrets=secrets, problem=made.problem))


@router.post("/api/admin/payments/reconcile")
def reconcile_with_provider(request: Request) -> Accepted[ReconcileOut]:
    """Compare with the provider as the nightly job does, as soon as the worker gets to it."""
    with administering(request) as (db, _caller):
        now = clock.now()
        scheduled = jobs.enqueue_once(db, RECONCILE, {}, now, dedupe_key=f"{RECONCILE}:{now:%Y-%m-%dT%H:%M}")
    return Accepted(ReconcileOut(scheduled=scheduled))


@router.get("/api/admin/payments/comparisons")
def comparisons(request: Request) -> Json[list[ComparisonOut]]:
    """The newest comparisons with the provider, each with what it has found."""
    with overseeing(request) as (db, _caller):
        found = list(db.scalars(select(Comparison).order_by(Comparison.id.desc()).limit(_COMPARISONS)))
        rows = db.execute(
            select(ProviderEvent, User.company_name, User.username)
            .outerjoin(ProviderId, ProviderId.id == ProviderEvent.account)
            .outerjoin(Operator, Operator.id == ProviderId.operator_id)
            .outerjoin(User, User.id == Operator.id)
            .where(ProviderEvent.comparison_id.in_([one.id for one in found]))
            .order_by(ProviderEvent.created_at, ProviderEvent.id)
            .limit(_REPAIRS)
        )
        repairs: dict[int | None, list[FoundDifferenceOut]] = {}
        for event, company, username in rows:
            repair = FoundDifferenceOut.of_row(event, business=company or username)
            repairs.setdefault(event.comparison_id, []).append(repair)
        body = [
            ComparisonOut(
                id=one.id,
                at=one.at.isoformat(),
                since=one.since.isoformat(),
                is_live=one.live,
                listed=one.listed,
                repairs=repairs.get(one.id, []),
            )
            for one in found
        ]
    return Json(body)


@router.get("/api/admin/payments/refusals")
def refusals(request: Request) -> Json[list[RefusalOut]]:
    """The newest calls that the provider has refused or not answered. Declined cards are not among them."""
    base = request.app.state.settings.stripe_api_base or DASHBOARD
    with overseeing(request) as (db, _caller):
        rows = db.execute(
            select(KeptRefusal, User.company_name, User.username)
            .outerjoin(ProviderId, ProviderId.id == KeptRefusal.account)
            .outerjoin(Operator, Operator.id == ProviderId.operator_id)
            .outerjoin(User, User.id == Operator.id)
            .order_by(KeptRefusal.id.desc())
            .limit(_REFUSALS)
        )
        body = [
            RefusalOut.of_row(
                one,
                at=one.at.isoformat(),
                business=company or username,
                is_live=one.live,
                url=one.request_id and dashboard_page(base, one.account, f"logs/{one.request_id}", live=one.live),
            )
            for one, company, username in rows
        ]
    return Json(body)


@router.post("/api/admin/payments/clear-test-data")
def clear_test_data(request: Request) -> Json[ClearedOut]:
    """Clear what was made with test keys: card payments, accounts, subscriptions and events. Live data and money that
    was entered by hand stay.
    """
    with overseeing(request):
        pass
    cleared = test_data.clear(database(request))
    with administering(request) as (db, caller):
        audit.record(db, "settings.changed", by=caller.actor, now=clock.now(), subject=(None, "payments"), removed=True)
    return Json(ClearedOut.of_row(cleared))
