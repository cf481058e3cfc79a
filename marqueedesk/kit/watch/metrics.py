"""Logs and metrics. Log lines are JSON, one per request and error, without bodies, query texts, cookies or secrets."""

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import orjson
import structlog
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("marqueedesk_requests_total", "Requests by route and status", ["method", "route", "status"])
SECONDS = Histogram(
    "marqueedesk_request_seconds",
    "Response time, by route",
    ["route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
BOOKINGS = Counter("marqueedesk_bookings_total", "Bookings placed, by who placed them", ["source"])
REFUSED = Counter("marqueedesk_bookings_refused_total", "Bookings refused, by reason", ["code"])
STREAMS = Gauge("marqueedesk_streams", "Open streams of live updates", multiprocess_mode="livesum")
JOBS = Counter("marqueedesk_jobs_total", "Jobs of the worker, by kind and outcome", ["kind", "outcome"])
JOB_SECONDS = Histogram(
    "marqueedesk_job_seconds", "Time of the worker's jobs, by kind", ["kind"], buckets=(0.01, 0.05, 0.25, 1, 5, 30)
)
DATABASE_SECONDS = Histogram(
    "marqueedesk_database_seconds",
    "Time of a request's SQL statements, by route and database role (main or copy)",
    ["route", "role"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
WAITS = Counter("marqueedesk_waits_total", "Waits of 5 ms or more, by resource", ["on"])
WAIT_SECONDS = Counter("marqueedesk_wait_seconds_total", "Time of these waits, by resource", ["on"])
PROVIDER = Counter("marqueedesk_provider_problems_total", "Failed calls to the payment provider, by code", ["code"])
MAILS = Counter("marqueedesk_mails_total", "Emails tried, by outcome", ["state"])

log: Any = structlog.get_logger("marqueedesk")


def configure_logging(level: str) -> None:
    """Log everything in this process as JSON to standard error."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(json_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")


def json_line(entry: Mapping[str, object], *, default: Callable[[Any], Any]) -> str:
    """Format a log entry as a JSON line; ``default`` converts values without a JSON form."""
    try:
        return orjson.dumps(entry, default=default).decode()
    except TypeError:
        # An exception's text may contain a lone surrogate, or a number may be too large for orjson.
        return json.dumps(entry, default=default)


def metrics_page() -> tuple[bytes, str]:
    """Return the metrics of this server, combined over its processes if there are several."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
        return generate_latest(registry), CONTENT_TYPE_LATEST
    return generate_latest(), CONTENT_TYPE_LATEST
