"""What an installation sends: the worker is run by hand, and its emails are read."""

from marqueedesk.kit.db.database import Database
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.settings import Settings
from marqueedesk.worker import Worker


class Inbox:
    """The emails of everybody."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._mailer = RecordingMailer()
        self._worker = Worker(database, settings, mailer=self._mailer)

    def come(self) -> list[Mail]:
        """Do what is due, and answer what was sent since this was asked last."""
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent
