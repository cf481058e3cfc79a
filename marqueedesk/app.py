"""Application factory: the only place that wires the packages together."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.openapi.utils import get_openapi

from marqueedesk import __version__, api_docs, health, routes, security_txt, subscribers
from marqueedesk.accounts.access import still_signed_in
from marqueedesk.admin.maintenance import Gate
from marqueedesk.admin.status_public_api import StatusCheck
from marqueedesk.announcements.current import CurrentAnnouncements
from marqueedesk.booking_form.form_visits import VisitCounter
from marqueedesk.bookings.lists import MOST_AT_ONCE
from marqueedesk.business_files.moved import MovedBusinesses
from marqueedesk.business_usage.counter import UsageCounter
from marqueedesk.instance_settings.cached_settings import CachedSettings
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.heartbeats import Heartbeat
from marqueedesk.kit.http.direct import AT_ONCE, direct_routes
from marqueedesk.kit.http.http import BODIES, Described, errors, install_error_handlers
from marqueedesk.kit.http.request_middleware import SAFE, RequestMiddleware
from marqueedesk.kit.http.schemas import Problems
from marqueedesk.kit.http.threads import CALLS
from marqueedesk.kit.live.sse import Live
from marqueedesk.kit.watch import build, tracing
from marqueedesk.kit.watch.malloc import give_memory_back
from marqueedesk.kit.watch.metrics import configure_logging, log
from marqueedesk.messages.forecast import forecast
from marqueedesk.migrations import revision
from marqueedesk.pricing.api import piece_names
from marqueedesk.settings import Settings
from marqueedesk.stripe.kept_refusals import keeper
from marqueedesk.stripe.provider import Provider
from marqueedesk.web import pages, policies
from marqueedesk.worker import KINDS, Inside, Worker

if TYPE_CHECKING:
    from marqueedesk.kit.live.notify import Announcer

COMPRESSED_FROM = 1024
"""Size in bytes from which on responses are compressed: fifty bookings shrink from 51 kB to 3. Event streams are never
compressed.
"""


def create_app(settings: Settings, *, bookings_at_once: int = AT_ONCE) -> FastAPI:
    """Create the application from settings. Does not migrate the database; `marqueedesk serve` does.

    ``bookings_at_once`` is the number of a business's public bookings handled at a time per process.
    """
    database = open_database(settings)
    cached_settings = CachedSettings(database, settings)
    announcements = CurrentAnnouncements()
    provider = Provider(settings, keep=keeper(database))
    live = Live(database, still_signed_in)
    visits = VisitCounter(database)
    usage = UsageCounter(database, limits_on=settings.rate_limits == "on")

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None]:
        heartbeat = Heartbeat(database)
        heartbeat.start()
        inside = Inside(Worker(database, settings, provider=provider)) if settings.worker == "inside" else None
        if inside:
            inside.start()
        announcer = _announced(database, live, settings)
        visits.start()
        usage.start()
        docs = Thread(target=api_docs.build, args=(app,), name="api-docs", daemon=True)
        docs.start()
        undo = live.close_on_signals()
        yield
        undo()
        live.close()
        live.places.close()
        if announcer:
            announcer.close()
        visits.close()
        usage.close()
        if inside:
            inside.end()
        heartbeat.close()
        database.close()

    app = FastAPI(
        title="MarqueeDesk",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        separate_input_output_schemas=False,
        # kit.watch.tracing creates the spans, because the framework's would contain queries with names and addresses.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.settings = settings
    app.state.database = database
    app.state.provider = provider
    app.state.webhook_handlers = subscribers.WEBHOOKS
    app.state.collector = subscribers.COLLECTOR
    app.state.gift_cards = subscribers.REDEEMER
    app.state.plan_fee = subscribers.PLAN_FEE
    app.state.storage_use = subscribers.STORAGE_USE
    app.state.piece_names = piece_names
    app.state.stock_use = subscribers.STOCK_USE
    app.state.live = live
    app.state.job_kinds = KINDS
    app.state.email_forecast = forecast
    app.state.form_visits = visits
    app.state.business_usage = usage
    app.state.cached_settings = cached_settings
    app.state.announcements = announcements
    app.state.status_check = StatusCheck(database, cached_settings, announcements, KINDS)
    app.state.list_rows = MOST_AT_ONCE
    app.state.free_bytes = health.free_bytes
    app.state.free_ratio = health.free_ratio
    app.state.migration_of = revision.current
    app.state.limits_on = settings.rate_limits == "on"
    install_error_handlers(app)
    at_the_edge = [health.router, api_docs.router, security_txt.router, pages.router]
    for router in [*routes.PUBLIC, *routes.SIGNED_IN, *routes.ADMIN, *at_the_edge]:
        # Added without include_router, which rebuilds each route at its first request and takes 0.3 s of CPU time.
        app.router.routes.extend(router.routes)
    app.openapi = lambda: document(app)
    app.add_middleware(
        RequestMiddleware,
        public_calls=routes.PUBLIC_CALLS,
        headers_for=policies.headers_for(settings),
        direct=direct_routes(routes.PUBLIC, routes.DIRECT_CALLS, bookings_at_once),
        gate=MovedBusinesses(database, cached_settings, Gate(database, cached_settings)),
        hosts=settings.host_names,
        slow_seconds=settings.slow_request_ms / 1000,
        businesses=usage,
    )
    # Outermost, so that it extends the Vary header that others set.
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=4)
    return app


def open_database(settings: Settings) -> Database:
    """Open the database named in the settings, with its replica and pooler."""
    return Database(settings.database, pool_size=settings.pool_size, read_url=settings.read_url, pooler=settings.pooler)


def _announced(database: Database, live: Live, settings: Settings) -> "Announcer | None":
    """Set up NOTIFY between processes on PostgreSQL, so that they don't have to poll for events twice a second."""
    if database.is_sqlite:
        return None
    # Imported here so that an installation with a file database doesn't load the driver.
    from marqueedesk.kit.live.notify import AnnouncedPause, Announcer  # noqa: PLC0415

    url = settings.listen_url or settings.database
    live.pauses = partial(AnnouncedPause, database, url)
    announcer = Announcer(url)
    announcer.start()
    database.on_changes = announcer.announce
    return announcer


def begin(settings: Settings) -> None:
    """Initialize a process of `marqueedesk serve`."""
    configure_logging(settings.log_level)
    log.info("started", build=str(build.current()))
    CALLS.at_once = settings.calls_under_way
    if settings.traces == "otlp":
        tracing.start(__version__)
    give_memory_back()


def document(app: FastAPI) -> Described:
    """Return the OpenAPI document, including bodies that routes parse themselves (`json_body`)."""
    if app.openapi_schema:
        return app.openapi_schema
    described = get_openapi(title=app.title, version=app.version, routes=app.routes)
    schemas: Described = described.setdefault("components", {}).setdefault("schemas", {})
    for name, model in sorted({**BODIES, Problems.__name__: Problems}.items()):
        schema = model.model_json_schema(by_alias=True, ref_template="#/components/schemas/{model}")
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            responses = operation["responses"]
            if "HTTPValidationError" in str(responses.get("422", "")):
                del responses["422"]
            for status, error in errors(*_errors_of(method.upper(), path, operation)).items():
                responses.setdefault(str(status), error)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    app.openapi_schema = described
    return described


def _errors_of(method: str, path: str, operation: Described) -> list[int]:
    """Return the error statuses that follow from an operation's parameters and body, and those that the middleware may
    return for any route, so that routes don't have to declare them.
    """
    statuses: list[int] = []
    if "application/json" in operation.get("requestBody", {}).get("content", {}):
        statuses += [400, 415, 422]
    if operation.get("parameters"):
        statuses.append(422)
    if "{" in path:
        statuses.append(404)
    if path.startswith("/api/"):
        statuses.append(503)
        if method not in SAFE:
            statuses.append(413)
            if (method, path) not in routes.PUBLIC_CALLS:
                statuses.append(403)
    return statuses
