"""Admin routes for the installation's account at the payment provider: check, setup and reconciliation."""

from typing import Annotated, Final

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy import select

from marqueedesk.accounts.access import database
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.models import Operator, User
from marqueedesk.admin import test_data
from marqueedesk.admin.access import Administrator, administering, overseeing
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
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
"""Number of accounts checked per request, because a user is waiting. The command checks all of them."""
router = APIRouter(tags=["administration"], responses=errors(401, 403))


class SetupFindingOut(ResponseModel):
    """Result of one check."""

    name: str
    ok: bool
    sentence: str


class ProviderCheckOut(ResponseModel):
    """Setup status at the provider; ``findings`` has a sentence for each check."""

    ok: bool
    findings: list[SetupFindingOut]


class ProviderSetupOut(ResponseModel):
    """Items that were set up. ``secrets`` are new webhook secrets to put into the environment, shown only in this
    response.
    """

    done: list[str]
    secrets: Annotated[list[str], Field(description="Empty if they are stored")]
    problem: Annotated[str | None, Field(description="Reason if the setup stopped early")]


class FoundDifferenceOut(ResponseModel):
    """A difference that a reconciliation found, and what came of it."""

    kind: Annotated[str, Field(description="The missed event, or `refund.listed` for an object")]
    object_id: str | None
    account: Annotated[str | None, Field(description="The connected account; null for the platform's own")]
    business: str | None
    outcome: Annotated[str | None, Field(description="null until it is handled; `recorded` if something was repaired")]


class ComparisonOut(ResponseModel):
    """A completed reconciliation with the provider."""

    id: int
    at: str
    since: str
    is_live: bool
    listed: Annotated[int, Field(description="Number of payments, refunds, disputes and invoices compared")]
    repairs: list[FoundDifferenceOut]


class RefusalOut(ResponseModel):
    """A call that the provider rejected or did not answer, with the reason."""

    id: int
    at: str
    call: Annotated[str, Field(description="Method and path at the provider")]
    account: Annotated[str | None, Field(description="The connected account; null for the platform's own")]
    business: str | None
    is_live: bool
    code: Annotated[str, Field(description="Error code returned to the caller")]
    provider_code: str | None
    message: Annotated[str | None, Field(description="The provider's message")]
    param: str | None
    request_id: str | None
    url: Annotated[str | None, Field(description="URL of the request in the provider's log")]


class ClearedOut(ResponseModel):
    """Number of deleted test records of each kind."""

    payments: int
    accounts: int
    subscriptions: int
    events: int


class ReconcileOut(ResponseModel):
    """Confirmation that a reconciliation was scheduled."""

    scheduled: bool


@router.get("/api/admin/payments/check")
def check_provider(request: Request) -> ProviderCheckOut:
    """Check everything that payments need at the provider, with no transaction open."""
    provider = provider_of(request)
    with overseeing(request) as (db, _caller):
        platform, events = effective(db, request.app.state.settings), setting_up.event_log(db)
        accounts = setting_up.paid_directly(db, platform, _ACCOUNTS)
    findings = setting_up.check(platform, provider.connection, events, clock.now(), accounts)
    rows = [SetupFindingOut.of_row(one) for one in findings]
    return ProviderCheckOut(ok=all(row.ok for row in rows), findings=rows)


@router.post("/api/admin/payments/setup", responses=errors(409))
def set_up_provider(request: Request) -> ProviderSetupOut:
    """Create missing webhook endpoints and the wallet domain. Repeated calls are safe."""
    settings, provider = request.app.state.settings, provider_of(request)
    with overseeing(request) as (db, _caller):
        platform = effective(db, settings)
        accounts = setting_up.paid_directly(db, platform, _ACCOUNTS)
    setup = setting_up.set_up(platform, provider.connection, accounts)
    with administering(request) as (db, caller):
        now = clock.now()
        stored = bool(setup.secrets) and setting_up.keep_secrets(db, settings, setup.secrets, now)
        if setup.done:
            audit.record(db, "settings.changed", by=caller.actor, now=now, subject=(None, "payments"))
    request.app.state.cached_settings.forget()
    secrets = [] if stored else setup.secrets
    return ProviderSetupOut(done=setup.done, secrets=secrets, problem=setup.problem)


@router.post("/api/admin/payments/reconcile", status_code=202)
def reconcile_with_provider(db: Db, _: Administrator) -> ReconcileOut:
    """Schedule a reconciliation with the provider, like the nightly one."""
    now = clock.now()
    scheduled = jobs.enqueue_once(db, RECONCILE, {}, now, dedupe_key=f"{RECONCILE}:{now:%Y-%m-%dT%H:%M}")
    return ReconcileOut(scheduled=scheduled)


@router.get("/api/admin/payments/comparisons")
def comparisons(db: Db, _: Administrator) -> list[ComparisonOut]:
    """List the latest reconciliations with the provider, and the differences they found."""
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
    return [
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


@router.get("/api/admin/payments/refusals")
def refusals(request: Request, db: Db, _: Administrator) -> list[RefusalOut]:
    """List the latest calls that the provider rejected or did not answer, except declined cards."""
    base = request.app.state.settings.stripe_api_base or DASHBOARD
    rows = db.execute(
        select(KeptRefusal, User.company_name, User.username)
        .outerjoin(ProviderId, ProviderId.id == KeptRefusal.account)
        .outerjoin(Operator, Operator.id == ProviderId.operator_id)
        .outerjoin(User, User.id == Operator.id)
        .order_by(KeptRefusal.id.desc())
        .limit(_REFUSALS)
    )
    return [
        RefusalOut.of_row(
            one,
            at=one.at.isoformat(),
            business=company or username,
            is_live=one.live,
            url=one.request_id and dashboard_page(base, one.account, f"logs/{one.request_id}", live=one.live),
        )
        for one, company, username in rows
    ]


@router.post("/api/admin/payments/clear-test-data")
def clear_test_data(request: Request) -> ClearedOut:
    """Delete data created with test keys: card payments, accounts, subscriptions and events. Live data and manually
    recorded payments are kept.
    """
    with overseeing(request):
        pass
    cleared = test_data.clear(database(request))
    with administering(request) as (db, caller):
        audit.record(db, "settings.changed", by=caller.actor, now=clock.now(), subject=(None, "payments"), removed=True)
    return ClearedOut.of_row(cleared)
