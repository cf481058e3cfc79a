"""Emails sent by an installation: runs the worker manually and reads its emails."""

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.settings import Settings
from marqueedesk.worker import Worker


class Inbox:
    """Emails to all recipients."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._mailer = RecordingMailer()
        self._worker = Worker(database, settings, mailer=self._mailer)

    def send_due(self) -> list[Mail]:
        """Run due jobs and return the emails sent since the last call."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent
