"""Errors of the connection to bookkeeping software, each with a status and a user-facing message."""

from marqueedesk.books.partners.values import NAMES, BooksSystem
from marqueedesk.kit.errors import Conflict, Problem


class PartnerProblem(Problem):
    """A call to the partner failed. If ``certain``, it definitely had no effect."""

    status = 502
    code = "partner_failed"
    message = "Your bookkeeping software could not be reached. Please try again in a moment."
    certain = False


class PartnerAway(PartnerProblem):
    """No response in time, a malformed one, or an error at the partner, which may or may not have acted."""

    code = "partner_away"


class PartnerBusy(PartnerProblem):
    """The partner's rate limit was exceeded; ``retry_after`` is in seconds."""

    status = 503
    code = "partner_busy"
    message = "Your bookkeeping software is busy. Please try again in a minute."
    certain = True


class PartnerRefused(PartnerProblem):
    """The partner rejected the request; the message is its own reason."""

    code = "partner_refused"
    certain = True


class AlreadyPosted(PartnerRefused):
    """The partner already has a journal with this reference."""


class AccessRefused(PartnerProblem):
    """The partner doesn't accept the access token."""

    code = "partner_access_refused"
    message = "Your bookkeeping software no longer accepts the connection. Connect it again."
    certain = True


class BooksNotConnected(Conflict):
    """No bookkeeping software is connected, or it has to be connected again."""

    code = "not_connected"
    message = "Connect QuickBooks or Xero first."


class ConnectAgain(BooksNotConnected):
    """The partner ended the connection."""

    message = "{name} no longer accepts the connection. Connect it again."

    @classmethod
    def to(cls, system: BooksSystem) -> "ConnectAgain":
        """Create the error for a partner."""
        return cls(cls.message.format(name=NAMES[system]))


class BooksNotMapped(Conflict):
    """Accounts that the ledger uses have no account of the partner; ``accounts`` lists them."""

    code = "not_mapped"
    message = "First choose an account for each account your books use."


class OtherCurrency(Conflict):
    """The company's books are in another currency than the ledger."""

    code = "other_currency"
    message = "{company} uses {theirs}, but your books here are in {ours}."


class OtherSystem(Conflict):
    """Another partner is connected."""

    code = "other_system"
    message = "Disconnect {name} first."


class NotSetUp(Conflict):
    """The installation has no client at this partner."""

    code = "not_set_up"
    message = "{name} isn’t set up on this site. Please contact the administrator."


class StateRefused(Conflict):
    """The state of a returning user is unknown, expired, used, or another session's."""

    code = "state_refused"
    message = "This link has expired or was used before. Start connecting again."


class ConsentDeclined(Conflict):
    """The user declined at the partner."""

    code = "consent_declined"
    message = "The connection was canceled. Nothing was changed."
