"""Traces for OpenTelemetry, where an installation wants them (``pip install 'marqueedesk[otel]'``); off by default.

Spans are requests, their statements, jobs and calls to the payment provider. They name routes, kinds and SQL with
placeholders, never a value, an address or a person. Where they go, and how many are kept, say OpenTelemetry's own
variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`). Its library is loaded only when traces are on.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor
    from opentelemetry.trace import Span, SpanKind, Tracer

Kind = Literal["server", "client", "consumer"]
_tracer: "Tracer | None" = None


def is_on() -> bool:
    """Whether spans are made in this process."""
    return _tracer is not None


def start(version: str, processor: "SpanProcessor | None" = None) -> None:
    """Make spans from now on, and send them by OTLP, or give them to ``processor``."""
    global _tracer  # noqa: PLW0603 - one tracer for a process, as for its logs.
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - see the module.
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    if processor is None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

        processor = BatchSpanProcessor(OTLPSpanExporter())
    provider = TracerProvider(resource=Resource.create({"service.name": "marqueedesk", "service.version": version}))
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("marqueedesk", version)


def stop() -> None:
    """Make no spans any more."""
    global _tracer  # noqa: PLW0603 - see start.
    _tracer = None


@contextmanager
def span(
    name: str, kind: Kind, attributes: Mapping[str, str | int] | None = None, *, parent: str | None = None
) -> Generator["Span | None"]:
    """A span for the block; None while traces are off. ``parent`` is a traceparent header from a proxy."""
    if _tracer is None:
        yield None
        return
    context = None
    if parent:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        context = TraceContextTextMapPropagator().extract({"traceparent": parent})
    with _tracer.start_as_current_span(
        name, context, _kind(kind), attributes, record_exception=False, set_status_on_exception=False
    ) as made:
        try:
            yield made
        except Exception as problem:
            fail(made, problem)
            raise


def fail(span: "Span", problem: BaseException) -> None:
    """Have a span say that it failed, by the kind of the problem alone: its text may hold anybody's data."""
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415 - see the module.

    span.set_status(Status(StatusCode.ERROR, type(problem).__name__))


def begin_statement(sql: str, role: str) -> "Span | None":
    """A span for a statement that begins now; its caller ends it. ``role`` is that of its database."""
    if _tracer is None:
        return None
    name = sql.split(None, 1)[0].upper() if sql.strip() else "SQL"
    return _tracer.start_span(name, kind=_kind("client"), attributes={"db.query.text": sql, "db.role": role})


def _kind(name: Kind) -> "SpanKind":
    from opentelemetry.trace import SpanKind  # noqa: PLC0415 - see the module.

    return SpanKind[name.upper()]
