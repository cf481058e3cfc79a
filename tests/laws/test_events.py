"""Checks of domain events and jobs: every event is published and handled, and every job has a handler."""

import ast
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import marqueedesk
from marqueedesk import domain_events
from marqueedesk.domain_events import BY_KIND, DomainEvent
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.live.changes import Topic
from marqueedesk.settings import Settings
from marqueedesk.subscribers import EVENT_KINDS, TO_NOBODY, event_subscribers
from marqueedesk.worker import KINDS

PACKAGE = Path(marqueedesk.__file__).parent
HANDLED = {event for one in event_subscribers(Settings()) for event in one.handlers}


@cache
def sources() -> list[tuple[Path, list[ast.AST]]]:
    """Return every module of the package with its AST nodes."""
    return [(path, [*ast.walk(ast.parse(path.read_text()))]) for path in sorted(PACKAGE.rglob("*.py"))]


def test_every_event_has_a_handler_and_every_handled_event_exists():
    assert set(BY_KIND.values()) - HANDLED == set(TO_NOBODY)
    assert set(BY_KIND.values()) - set(TO_NOBODY) >= HANDLED


def test_every_event_is_published_somewhere():
    handlers = {"event_handlers.py", "__init__.py", "subscribers.py"}
    named = {
        part.id if isinstance(part, ast.Name) else part.attr
        for path, nodes in sources()
        if path.name not in handlers and path.parent.name != "domain_events"
        for part in nodes
        if isinstance(part, ast.Name | ast.Attribute)
    }
    # A handler names the events it handles, and calls the constructors of those it publishes.
    named |= {
        part.func.id
        for path, nodes in sources()
        if path.name == "event_handlers.py"
        for part in nodes
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    assert {event.__name__ for event in BY_KIND.values()} - named == set()


def test_job_kinds_are_never_string_literals_when_enqueued():
    # Kinds are constants, because a job with a misspelled kind would never run.
    spelled = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path, nodes in sources()
        for call in nodes
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in {"enqueue", "enqueue_once", "job_row"}
        and any(isinstance(given, ast.Constant | ast.JoinedStr) for given in call.args)
    ]
    assert spelled == []


def test_worker_has_one_handler_per_job_kind():
    assert len(KINDS) == len(set(KINDS))
    assert set(KINDS) >= set(EVENT_KINDS)


@pytest.mark.parametrize("event", BY_KIND.values(), ids=list(BY_KIND))
def test_event_survives_payload_round_trip(event: type[DomainEvent]):
    examples = {int: 7, str: "text", bool: True}
    types = get_type_hints(event)
    given = {field.name: examples.get(types[field.name], ()) for field in fields(event) if field.default is MISSING}
    published = event(**given)

    assert domain_events.read(event.kind, published.payload()) == published


def test_error_names_the_missing_field_of_an_event_payload():
    with pytest.raises(ValueError, match="booking_id"):
        domain_events.read("booking.placed", {"operatorId": 1})


def test_topic_type_lists_every_model_topic():
    # The frontend types its queries by these names, so a missing topic would reach no page.
    announced = {mapper.class_.__topic__ for mapper in Base.registry.mappers if hasattr(mapper.class_, "__topic__")}
    assert announced == set(get_args(Topic))
