"""A worker that tests run manually, and the emails it sends."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support import rows


class Letterbox:
    """Runs due jobs on demand and collects the emails."""

    def __init__(self, database: Database, worker: Worker, mailer: RecordingMailer) -> None:
        self._worker = worker
        self._database = database
        self.mailer = mailer

    def begin(self) -> None:
        """Start housekeeping, which schedules the timed emails."""
        self._worker.begin()

    def send_due(self) -> list[Mail]:
        """Run due jobs and return the emails sent since the last call."""
        self._worker.all_due()
        sent, self.mailer.sent = self.mailer.sent, []
        return sent

    def subjects(self, to: str | None = None) -> list[str]:
        """Subjects of the new emails, to one address or to all."""
        return [mail.subject for mail in self.send_due() if to in {None, mail.to}]

    def one(self, subject: str) -> Mail:
        """The only new email whose subject contains these words."""
        (found,) = [mail for mail in self.send_due() if subject in mail.subject]
        return found

    def outbox(self) -> list[dict[str, object]]:
        """The rows of the outbox."""
        return rows.rows(self._database, "outbox")


@pytest.fixture
def letterbox(app: FastAPI, database: Database) -> Letterbox:
    """A letterbox that needs no mail server."""
    mailer = RecordingMailer()
    return Letterbox(database, Worker(database, app.state.settings, mailer=mailer), mailer)


@pytest.fixture
def worker_of(app: FastAPI) -> Callable[[Database], Worker]:
    """Create a worker without a mail server for a database."""
    return lambda of: Worker(of, app.state.settings)


@pytest.fixture
def other_worker(app: FastAPI, database: Database) -> Worker:
    """A second worker on the same database, whose emails are discarded."""
    return Worker(database, app.state.settings, mailer=RecordingMailer())
