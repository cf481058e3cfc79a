"""The public status of the installation."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs import jobs
from tests.support.api import Api, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock

__all__ = ["clock"]


@pytest.mark.either_database
def test_status_reports_maintenance(admin: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    site = app_with()
    chief = caller_of(site).login(admin.user["email"])
    ok_json(chief.patch("/api/admin/settings/general", json={"siteName": "Letters", "maintenanceMode": True}))

    visitor = caller_of(site)

    status = ok_json(visitor.get("/status.json"))
    assert (status["status"], status["maintenance"]) == ("maintenance", {"until": None})
    assert "down for maintenance" not in visitor.get("/status").text


@pytest.mark.either_database
def test_status_is_degraded_while_jobs_are_late(
    database: Database, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    with database.write() as db:
        jobs.enqueue(db, "housekeeping", {}, clock.now - timedelta(hours=1))

    status = ok_json(caller_of(app_with()).get("/status.json"))

    assert (status["status"], status["database"], status["worker"]) == ("degraded", "ok", "late")


def test_status_responds_while_database_is_down(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    site = app_with(database_url="postgresql://nobody@127.0.0.1:1/nothing")

    status = ok_json(caller_of(site).get("/status.json"))

    assert (status["status"], status["database"], status["worker"]) == ("degraded", "down", "unknown")


def test_status_is_checked_once_in_a_few_seconds(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    visitor = caller_of(app_with())

    assert visitor.get("/status.json").json() == visitor.get("/status.json").json()
