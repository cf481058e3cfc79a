"""Texts through the provider's Messages API (docs/adr/0034-texts.md).

`TextGateway` is the protocol: `send` returns when the provider has accepted the text. It raises `TextRefused` if the
provider rejected it for good, `TextNotSent` if a retry can help, and `TextMaybeSent` if its response did not arrive.
`SmsClient` is the implementation, `RecordingGateway` replaces it in tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final, Protocol, cast

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import ensure_no_open_write
from marqueedesk.kit.db.db import JsonObject
from marqueedesk.kit.watch import tracing
from marqueedesk.kit.watch.metrics import log

if TYPE_CHECKING:
    from requests import Response

API_BASE: Final = "https://api.twilio.com"
TIMEOUT: Final = (5.0, 30.0)
"""Seconds to connect, and to wait for a response."""
SERVICE_PREFIX: Final = "MG"
"""Start of a messaging service's ID, which sends from any of its numbers."""
_TOO_MANY: Final = 429
_SERVER_ERROR: Final = 500
_REFUSED: Final = 400
_UNAUTHORIZED: Final = frozenset({401, 403})
_LONGEST_REASON: Final = 300
_LONGEST_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class SmsAccount:
    """The installation's account at the provider. ``sender`` is a number or a messaging service, ``api_base`` the URL
    of a stand-in, if any.
    """

    account: str
    token: str = field(repr=False)
    sender: str | None
    api_base: str | None


@dataclass(frozen=True, slots=True)
class Text:
    """A text to one number. ``to`` is in E.164 form, ``sender`` a number or a messaging service's ID."""

    to: str
    sender: str
    body: str
    status_callback: str


@dataclass(frozen=True, slots=True)
class AcceptedText:
    """A text that the provider has: its ID, its text and the state, in the provider's words."""

    sid: str
    body: str
    status: str
    created_at: datetime | None
    error_code: str | None = None


class TextNotSent(Exception):
    """The provider did not accept the text now. ``retry_after`` is in seconds, if the provider named a time."""

    def __init__(self, reason: str, retry_after: int | None = None) -> None:
        self.reason, self.retry_after = reason, retry_after
        super().__init__(reason)


class TextRefused(Exception):
    """The provider rejected the text, so a retry cannot help. ``code`` is the provider's, if it sent one."""

    def __init__(self, reason: str, code: str | None = None) -> None:
        self.reason, self.code = reason, code
        super().__init__(reason)


class TextMaybeSent(Exception):
    """The request was sent but its response did not arrive, so the provider may have accepted the text."""


class TextGateway(Protocol):
    """Sends texts and lists those that were sent."""

    def send(self, text: Text) -> AcceptedText:
        """Send one text. Raises TextNotSent, TextRefused, TextMaybeSent, and WhileWriting in a write transaction."""
        ...

    def sent_to(self, number: str) -> list[AcceptedText]:
        """Return the latest texts to a number, newest first. Raises TextNotSent."""
        ...


class SmsClient:
    """Client for the provider's API. The library is imported lazily, because most processes need none."""

    def __init__(self, account: SmsAccount) -> None:
        self._account = account
        self._url = f"{account.api_base or API_BASE}/2010-04-01/Accounts/{account.account}/Messages.json"

    def send(self, text: Text) -> AcceptedText:
        """Send one text."""
        import requests  # noqa: PLC0415 - see the class.

        ensure_no_open_write()
        origin = "MessagingServiceSid" if text.sender.startswith(SERVICE_PREFIX) else "From"
        form = {"To": text.to, origin: text.sender, "Body": text.body, "StatusCallback": text.status_callback}
        try:
            with tracing.span("text provider", "client", {}):
                response = requests.post(self._url, data=form, auth=self._auth, timeout=TIMEOUT)
        except requests.ConnectTimeout as problem:
            raise TextNotSent("The text provider could not be reached.") from problem
        except requests.ConnectionError as problem:
            # Only a connection that was never made proves that the provider did not receive the text.
            if _never_connected(problem):
                raise TextNotSent("The text provider could not be reached.") from problem
            raise TextMaybeSent from problem
        except requests.RequestException as problem:
            raise TextMaybeSent from problem
        if response.status_code >= _SERVER_ERROR:
            # The provider may have accepted the text before it failed.
            raise TextMaybeSent
        body = _body(response)
        if response.status_code >= _REFUSED:
            raise _problem(response, body)
        accepted = _accepted(body)
        if accepted is None:
            raise TextMaybeSent
        return accepted

    def sent_to(self, number: str) -> list[AcceptedText]:
        """Return the latest texts to a number."""
        import requests  # noqa: PLC0415 - see the class.

        ensure_no_open_write()
        query = {"To": number, "PageSize": str(_LONGEST_PAGE)}
        try:
            with tracing.span("text provider", "client", {}):
                response = requests.get(self._url, params=query, auth=self._auth, timeout=TIMEOUT)
        except requests.RequestException as problem:
            raise TextNotSent("The text provider could not be reached.") from problem
        body = _body(response)
        if response.status_code >= _REFUSED or not isinstance(body.get("messages"), list):
            raise TextNotSent("The text provider is not responding.", _retry_after(response))
        return [text for row in body["messages"] if (text := _accepted(row)) is not None]

    @property
    def _auth(self) -> tuple[str, str]:
        return self._account.account, self._account.token


def _never_connected(problem: Exception) -> bool:
    """Return true if a connection failed before the request was sent."""
    from urllib3.exceptions import MaxRetryError, NewConnectionError  # noqa: PLC0415 - see `SmsClient`.

    cause = problem.args[0] if problem.args else None
    return isinstance(cause, MaxRetryError) and isinstance(cause.reason, NewConnectionError)


def _body(response: "Response") -> JsonObject:
    try:
        body = response.json()
    except ValueError:
        return {}
    return cast("JsonObject", body) if isinstance(body, dict) else {}


def _accepted(row: JsonObject) -> AcceptedText | None:
    sid, status = row.get("sid"), row.get("status")
    if not isinstance(sid, str) or not isinstance(status, str):
        return None
    code = row.get("error_code")
    return AcceptedText(
        sid, str(row.get("body", "")), status, _moment(row.get("date_created")), str(code) if code else None
    )


def _moment(value: object) -> datetime | None:
    try:
        return parsedate_to_datetime(str(value)).astimezone(UTC) if value else None
    except ValueError:
        return None


def _problem(response: "Response", body: JsonObject) -> TextNotSent | TextRefused:
    reason = str(body.get("message") or f"HTTP {response.status_code}")[:_LONGEST_REASON]
    log.warning("text_provider_problem", status=response.status_code, code=body.get("code"), message=reason)
    if response.status_code == _TOO_MANY:
        return TextNotSent("The text provider is busy.", _retry_after(response))
    if response.status_code in _UNAUTHORIZED:
        # Wrong credentials are corrected by the administrator, and then the text is sent.
        return TextNotSent("The text provider rejected the account.")
    code = body.get("code")
    return TextRefused(reason, str(code) if code else None)


def _retry_after(response: "Response") -> int | None:
    seconds = response.headers.get("Retry-After", "")
    return int(seconds) if seconds.isdigit() else None


class RecordingGateway:
    """Records texts instead of sending them. ``failures`` are raised first, one per text; None lets a text through.

    A text that fails with TextMaybeSent is recorded if ``keeps_lost`` is true, as if only the response was lost.
    """

    def __init__(
        self,
        failures: Sequence[TextNotSent | TextRefused | TextMaybeSent | None] = (),
        *,
        keeps_lost: bool = True,
    ) -> None:
        self.sent: list[Text] = []
        self.failures: Sequence[TextNotSent | TextRefused | TextMaybeSent | None] = failures
        self.keeps_lost = keeps_lost
        self.lookups = 0
        self._accepted: list[tuple[str, AcceptedText]] = []

    def send(self, text: Text) -> AcceptedText:
        """Record the text, or fail as planned."""
        ensure_no_open_write()
        failure, self.failures = (self.failures[0], self.failures[1:]) if self.failures else (None, ())
        if failure is not None and not (isinstance(failure, TextMaybeSent) and self.keeps_lost):
            raise failure
        self.sent.append(text)
        accepted = AcceptedText(f"SM{len(self.sent):032x}", text.body, "queued", clock.now())
        self._accepted.insert(0, (text.to, accepted))
        if failure is not None:
            raise failure
        return accepted

    def sent_to(self, number: str) -> list[AcceptedText]:
        """Return the recorded texts to a number, newest first."""
        ensure_no_open_write()
        self.lookups += 1
        return [text for to, text in self._accepted if to == number]
