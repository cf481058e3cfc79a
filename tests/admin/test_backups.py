"""What administrators and metrics show of backups."""

from datetime import UTC, datetime, timedelta

import pytest

from marqueedesk.backup import history
from marqueedesk.backup.models import BackupRun
from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json


@pytest.mark.either_database
def test_overview_and_metrics_have_the_latest_backup(admin: Api, database: Database):
    now = datetime.now(UTC)
    with database.write() as db:
        run = BackupRun(id="a" * 32, started_at=now, finished_at=now, file_name="a.tar.gz", size_bytes=48)
        history.add(db, run)

    overview = ok_json(admin.get("/api/admin/overview"))
    assert overview["backup"]["lastSize"] == 48
    assert overview["backup"]["ok"] is True
    assert "backup_overdue" not in overview["attention"]
    assert "backup_unverified" in overview["attention"]
    metrics = admin.get("/metrics").text
    assert "marqueedesk_backup_ok 1" in metrics
    assert "marqueedesk_backup_age_seconds" in metrics
    assert "marqueedesk_backup_verified_age_seconds" not in metrics

    with database.write() as db:
        history.mark_verified(db, "a" * 32, now - timedelta(days=29))
    assert "backup_unverified" not in ok_json(admin.get("/api/admin/overview"))["attention"]
