"""Request timing in the slow request log, the metrics and the traces."""

import json
import re
import threading
from collections.abc import Callable, Generator

import pytest
import structlog
from fastapi import FastAPI
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from sqlalchemy import Connection, literal, literal_column, select
from sqlalchemy.exc import DBAPIError

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.watch import timing, tracing
from marqueedesk.kit.watch.metrics import json_line, metrics_page
from marqueedesk.worker import Worker
from tests.support.api import Api

CUSTOMER = ("Ada Lovelace", "ada@example.com", "(518) 555-0142")


@pytest.fixture
def spans() -> Generator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.start("1.2.3", SimpleSpanProcessor(exporter))
    yield exporter
    tracing.stop()


def spans_named(spans: InMemorySpanExporter, name: str) -> list[ReadableSpan]:
    return [span for span in spans.get_finished_spans() if span.name == name]


def trace_of(span: ReadableSpan) -> str:
    assert span.context is not None
    return f"{span.context.trace_id:032x}"


def figure(name: str) -> float:
    """Return the value of a metric, or 0 if it is missing."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", metrics_page()[0].decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_slow_request_is_logged_with_its_sql_but_not_the_values(
    operator: Api, app_with: Callable[..., FastAPI], caller_of: Callable[[FastAPI], Api]
):
    strict = caller_of(app_with(slow_request_ms=1))
    strict.http.cookies = operator.http.cookies
    strict.user = operator.user
    with structlog.testing.capture_logs() as lines:
        strict.book()
        strict.get("/api/bookings", params={"q": CUSTOMER[1]})
    slow = {line["route"]: line for line in lines if line["event"] == "slow_request"}
    booked, listed = slow["/api/bookings"], [line for line in lines if line["event"] == "slow_request"][-1]
    assert booked["status"] in {200, 201}
    assert booked["log_level"] == "warning"
    assert 0 < listed["database_ms"] <= listed["ms"]
    assert listed["statements"] >= len(listed["slowest"]) >= 2
    assert [one["ms"] for one in listed["slowest"]] == sorted((one["ms"] for one in listed["slowest"]), reverse=True)
    assert any("bookings" in one["sql"] for one in listed["slowest"])
    assert not any(value in repr(slow) + repr(listed) for value in CUSTOMER)


def test_fast_request_is_not_logged_as_slow(
    operator: Api, app_with: Callable[..., FastAPI], caller_of: Callable[[FastAPI], Api]
):
    lenient = caller_of(app_with(slow_request_ms=60_000))
    lenient.http.cookies = operator.http.cookies
    with structlog.testing.capture_logs() as lines:
        lenient.get("/api/bookings")
    assert [line["event"] for line in lines] == ["request"]


def test_metrics_include_database_time_by_route_and_role(operator: Api):
    name = 'marqueedesk_database_seconds_count{role="main",route="/api/venues"}'
    before = figure(name)
    operator.get("/api/venues")
    assert figure(name) == before + 1


@pytest.mark.parametrize("said", ["half a character: \ud800", 2**70, {"Ada"}])
def test_log_lines_are_valid_json_for_any_value(said: object):
    line = json_line({"event": "fault", "said": said}, default=repr)
    assert line.encode()
    assert json.loads(line) == {"event": "fault", "said": said if isinstance(said, str | int) else repr(said)}


@pytest.mark.parametrize("held", [False, True])
def test_only_actual_waits_for_a_connection_are_counted(held: bool, database_url: str):
    name = 'marqueedesk_waits_total{on="connection"}'
    database = Database(database_url, pool_size=1)
    try:
        with database.read() as db:
            db.connection()
        taken, may_end, spent = threading.Event(), threading.Event(), timing.Spent()

        def hold() -> None:
            with database.read() as db:
                db.connection()
                taken.set()
                may_end.wait(30)

        holder = threading.Thread(target=hold)
        holder.start()
        taken.wait()
        if not held:
            may_end.set()
            holder.join()
        # Read only now: on a busy machine the thread above may have had to wait as well.
        before = figure(name)
        token = timing.current.set(spent)
        # Started here so that the wait is long enough even on a busy machine.
        threading.Timer(0.2, may_end.set).start()
        try:
            with database.read() as db:
                db.connection()
        finally:
            timing.current.reset(token)
        holder.join()
    finally:
        database.close()
    assert figure(name) == before + (1 if held else 0)
    assert list(spent.waits) == (["connection"] if held else [])


def test_statements_beyond_the_stored_maximum_are_counted(database: Database):
    spent = timing.Spent()
    token = timing.current.set(spent)
    try:
        with database.autocommit_connection() as connection:
            for _ in range(250):
                connection.exec_driver_sql("SELECT 1")
    finally:
        timing.current.reset(token)
    assert (spent.count, len(spent.statements)) == (250, 200)
    assert list(spent.by_role) == ["main"]


def test_trace_includes_the_statements_but_no_personal_data(operator: Api, spans: InMemorySpanExporter):
    operator.book()
    request = spans_named(spans, "POST /api/bookings")[0]
    own = [one for one in spans.get_finished_spans() if one.parent == request.context]
    assert request.attributes == {"http.response.status_code": 201}
    assert len(own) >= 2
    assert all(one.attributes and one.attributes["db.role"] == "main" for one in own)
    said = "".join(span.to_json() for span in spans.get_finished_spans())
    assert not any(value in said for value in (*CUSTOMER, operator.key, operator.user["email"]))


def test_failed_span_records_only_the_exception_type(spans: InMemorySpanExporter):
    with pytest.raises(ValueError), tracing.span("payment provider", "client"):
        raise ValueError(f"No such customer: {CUSTOMER[1]}")

    (failed,) = spans.get_finished_spans()
    assert (failed.status.status_code, failed.status.description) == (StatusCode.ERROR, "ValueError")
    assert CUSTOMER[1] not in failed.to_json()


WRONG = select(literal_column("nothing")).where(literal("ada@example.com") != "")


@pytest.mark.parametrize(
    "fail",
    [lambda connection: connection.execute(WRONG), lambda connection: Prepared(WRONG).all(connection, {})],
    ids=["usual", "prepared"],
)
def test_failed_statement_is_traced_and_counted(
    fail: Callable[[Connection], object], database: Database, spans: InMemorySpanExporter
):
    spent = timing.Spent()
    token = timing.current.set(spent)
    try:
        with database.autocommit_connection() as connection, pytest.raises(DBAPIError):
            fail(connection)
        with database.autocommit_connection() as connection:
            connection.execute(select(1))
    finally:
        timing.current.reset(token)

    failed, good = [span for span in spans.get_finished_spans() if span.name == "SELECT"][-2:]
    assert failed.status.status_code is StatusCode.ERROR
    assert good.status.status_code is StatusCode.UNSET
    assert "ada@example.com" not in failed.to_json()
    assert spent.count == 2, "failed statements count as well"


def test_request_joins_the_trace_started_by_the_proxy(operator: Api, spans: InMemorySpanExporter):
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    operator.http.get("/api/venues", headers={"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
    operator.http.get("/api/venues", headers={"traceparent": "no trace"})
    with_proxy, without = spans_named(spans, "GET /api/venues")
    assert trace_of(with_proxy) == trace
    assert trace_of(without) != trace


def test_job_has_its_own_span_and_duration_metric(app: FastAPI, operator: Api, spans: InMemorySpanExporter):
    name = 'marqueedesk_job_seconds_count{kind="booking.placed"}'
    before = figure(name)
    operator.book()
    worker = Worker(app.state.database, app.state.settings)
    worker.events.all_due()
    assert figure(name) > before
    job = spans_named(spans, "booking.placed")[0]
    assert job.attributes is not None
    assert job.attributes["job.attempt"] == 1


def test_framework_creates_no_spans(operator: Api, monkeypatch: pytest.MonkeyPatch):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    # Simulate a global provider set by another library or an environment variable.
    monkeypatch.setattr("opentelemetry.trace.get_tracer_provider", lambda: provider)
    operator.get("/api/search", params={"q": CUSTOMER[1]})
    assert not exporter.get_finished_spans()


def test_no_span_is_created_when_tracing_is_off(operator: Api):
    with tracing.span("anything", "client") as span:
        assert span is None
    assert not tracing.is_on()


def test_metrics_include_the_number_of_due_jobs(operator: Api):
    operator.book()
    found = re.search(r"^marqueedesk_jobs_due (\d+)", operator.get("/metrics").text, re.MULTILINE)
    assert found is not None
    assert int(found[1]) >= 1
