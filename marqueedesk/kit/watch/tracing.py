"""OpenTelemetry traces, optional (``pip install 'marqueedesk[otel]'``) and off by default.

Spans cover requests, statements, jobs and payment provider calls. They contain routes, kinds and SQL with placeholders,
never values, addresses or people. OpenTelemetry's own environment variables set the destination and sampling
(`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`). The library is loaded only if traces are on.
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
    """Return true if tracing is on in this process."""
    return _tracer is not None


def start(version: str, processor: "SpanProcessor | None" = None) -> None:
    """Turn tracing on, exporting by OTLP or to ``processor``."""
    global _tracer  # noqa: PLW0603 - one tracer per process.
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
    """Turn tracing off."""
    global _tracer  # noqa: PLW0603 - see start.
    _tracer = None


@contextmanager
def span(
    name: str, kind: Kind, attributes: Mapping[str, str | int] | None = None, *, parent: str | None = None
) -> Generator["Span | None"]:
    """Open a span for the block; None while tracing is off. ``parent`` is a traceparent header from a proxy."""
    if _tracer is None:
        yield None
        return
    context = None
    if parent:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        context = TraceContextTextMapPropagator().extract({"traceparent": parent})
    with _tracer.start_as_current_span(
        name, context, _kind(kind), attributes, record_exception=False, set_status_on_exception=False
    ) as current_span:
        try:
            yield current_span
        except Exception as problem:
            fail(current_span, problem)
            raise


def fail(span: "Span", problem: BaseException) -> None:
    """Mark a span as failed, with only the exception's type, because its text may contain personal data."""
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415 - see the module.

    span.set_status(Status(StatusCode.ERROR, type(problem).__name__))


def begin_statement(sql: str, role: str) -> "Span | None":
    """Start a span for a statement; the caller ends it. ``role`` is the database role."""
    if _tracer is None:
        return None
    name = sql.split(None, 1)[0].upper() if sql.strip() else "SQL"
    return _tracer.start_span(name, kind=_kind("client"), attributes={"db.query.text": sql, "db.role": role})


def _kind(name: Kind) -> "SpanKind":
    from opentelemetry.trace import SpanKind  # noqa: PLC0415 - see the module.

    return SpanKind[name.upper()]
