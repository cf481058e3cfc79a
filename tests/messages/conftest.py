"""A worker that a test runs by hand, and what it sent."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker
from tests.support import rows


class Letterbox:
    """Does what is due when it is asked what has come."""

    def __init__(self, database: Database, worker: Worker, mailer: RecordingMailer) -> None:
        self._worker = worker
        self._database = database
        self.mailer = mailer

    def begin(self) -> None:
        """Let housekeeping, which writes down what comes by the clock, begin."""
        self._worker.begin()

    def come(self) -> list[Mail]:
        """What has been sent since it was asked last."""
        self._worker.all_due()
        sent, self.mailer.sent = self.mailer.sent, []
        return sent

    def subjects(self, to: str | None = None) -> list[str]:
        """The subjects of what has come, to one address or to anybody."""
        return [mail.subject for mail in self.come() if to in {None, mail.to}]

    def one(self, subject: str) -> Mail:
        """The one mail among those that have come whose subject has these words."""
        (found,) = [mail for mail in self.come() if subject in mail.subject]
        return found

    def outbox(self) -> list[dict[str, object]]:
        """The rows of the outbox."""
        return rows.rows(self._database, "outbox")


@pytest.fixture
def letterbox(app: FastAPI, database: Database) -> Letterbox:
    """Where mail arrives that needs no server."""
    mailer = RecordingMailer()
    return Letterbox(database, Worker(database, app.state.settings, mailer=mailer), mailer)


@pytest.fixture
def worker_of(app: FastAPI) -> Callable[[Database], Worker]:
    """Make a worker without a mail server, over a database."""
    return lambda of: Worker(of, app.state.settings)


@pytest.fixture
def other_worker(app: FastAPI, database: Database) -> Worker:
    """A second worker over the same database, whose mails nobody gets to see."""
    return Worker(database, app.state.settings, mailer=RecordingMailer())
