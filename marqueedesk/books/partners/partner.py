"""Calls to bookkeeping software: consent and tokens by OAuth 2, and requests with the partner's own error messages.

No transaction may be open during a call. The libraries are imported lazily, because most processes need none.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final

from marqueedesk.books.partners.errors import (
    AccessRefused,
    PartnerAway,
    PartnerBusy,
    PartnerProblem,
    PartnerRefused,
)
from marqueedesk.books.partners.values import (
    BooksClient,
    BooksCompany,
    BooksDocument,
    BooksSystem,
    BooksTokens,
    DocumentKind,
    PartnerAccount,
    Posted,
)
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import ensure_no_open_write
from marqueedesk.kit.watch import tracing
from marqueedesk.kit.watch.metrics import log

if TYPE_CHECKING:
    from requests import Response

TIMEOUT: Final = (3.0, 20.0)
"""Seconds to connect, and to wait for a response."""
_USUAL_SECONDS: Final = 1800
_BUSY_SECONDS: Final = 60
_LONGEST_REASON: Final = 500
_FORBIDDEN: Final = frozenset({401, 403})
_TOO_MANY: Final = 429
_SERVER_ERROR: Final = 500
_REFUSED: Final = 400


@dataclass(frozen=True, slots=True)
class Hosts:
    """Where a partner's pages and calls are."""

    authorize: str
    token: str
    revoke: str
    api: str


class BooksPartner(ABC):
    """Client for a partner's API, with this installation's credentials."""

    system: ClassVar[BooksSystem]
    scope: ClassVar[str]

    def __init__(self, client: BooksClient) -> None:
        self._client = client
        self.hosts = self.hosts_of(client)

    @staticmethod
    @abstractmethod
    def hosts_of(client: BooksClient) -> Hosts:
        """Return the partner's addresses: its own, or a stand-in's."""

    @abstractmethod
    def company(self, access: str, company_id: str | None) -> BooksCompany:
        """Return the company that the user connected. ``company_id`` is from the address the user returned to."""

    @abstractmethod
    def accounts(self, access: str, company_id: str) -> list[PartnerAccount]:
        """Return the chart of accounts: the active accounts that journals or payments may use."""

    @abstractmethod
    def find(self, access: str, company_id: str, document: BooksDocument) -> Posted | None:
        """Return a document that was posted before, or None."""

    @abstractmethod
    def post(self, access: str, company_id: str, document: BooksDocument) -> Posted:
        """Post a document, with its customer as a contact if the partner has none yet."""

    @abstractmethod
    def contents(self, access: str, company_id: str, kind: DocumentKind, first: date, last: date) -> dict[str, str]:
        """Return the content of all documents of a kind between two days, both included, by the partner's id."""

    @abstractmethod
    def reason_of(self, body: Any) -> str:
        """Return the partner's own words from the body of an error response; empty if it has none."""

    # --- OAuth 2 ---

    def consent_url(self, redirect_uri: str, state: str) -> str:
        """Return the address of the partner's page where the user allows access."""
        url, _state = self._oauth(redirect_uri).create_authorization_url(self.hosts.authorize, state=state)
        return str(url)

    def exchange(self, redirect_uri: str, code: str) -> BooksTokens:
        """Exchange the code of a returning user for tokens."""
        session = self._oauth(redirect_uri)
        return self._tokens(lambda: session.fetch_token(self.hosts.token, grant_type="authorization_code", code=code))

    def refresh(self, refresh_token: str) -> BooksTokens:
        """Get new tokens. Raises AccessRefused if the partner no longer accepts the refresh token."""
        session = self._oauth()
        return self._tokens(lambda: session.refresh_token(self.hosts.token, refresh_token=refresh_token))

    def revoke(self, refresh_token: str) -> None:
        """End the connection at the partner."""
        ensure_no_open_write()
        self._read(lambda: self._oauth().revoke_token(self.hosts.revoke, token=refresh_token))

    def _oauth(self, redirect_uri: str | None = None) -> Any:
        from authlib.integrations.requests_client import OAuth2Session  # noqa: PLC0415 - see the module.

        return OAuth2Session(
            self._client.id,
            self._client.secret,
            scope=self.scope,
            redirect_uri=redirect_uri,
            default_timeout=TIMEOUT,
        )

    def _tokens(self, ask: Any) -> BooksTokens:
        from authlib.integrations.base_client import OAuthError  # noqa: PLC0415 - see the module.
        from requests import RequestException  # noqa: PLC0415 - see the module.

        ensure_no_open_write()
        now = clock.now()
        try:
            with tracing.span("bookkeeping tokens", "client", {"system": self.system}):
                answer = ask()
            seconds = int(answer.get("expires_in", _USUAL_SECONDS))
            return BooksTokens(answer["access_token"], answer["refresh_token"], now + timedelta(seconds=seconds))
        except OAuthError as refused:
            log.warning("books_tokens_refused", system=self.system, error=str(refused)[:_LONGEST_REASON])
            if getattr(refused, "error", "") == "invalid_grant":
                raise AccessRefused from refused
            raise PartnerAway from refused
        except (RequestException, KeyError, TypeError, ValueError) as problem:
            log.warning("books_partner_away", system=self.system, error=type(problem).__name__)
            raise PartnerAway from problem

    # --- Calls ---

    def call(
        self,
        access: str,
        method: str,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Make a call and return the body of the response. Raises a PartnerProblem."""
        import requests  # noqa: PLC0415 - see the module.

        ensure_no_open_write()

        def ask() -> "Response":
            return requests.request(
                method,
                f"{self.hosts.api}{path}",
                params=params,
                json=body,
                headers={"Authorization": f"Bearer {access}", "Accept": "application/json", **(headers or {})},
                timeout=TIMEOUT,
            )

        return self._read(ask)

    def _read(self, ask: Any) -> Any:
        from requests import RequestException  # noqa: PLC0415 - see the module.

        try:
            with tracing.span("bookkeeping partner", "client", {"system": self.system}):
                answer: Response = ask()
        except RequestException as problem:
            log.warning("books_partner_away", system=self.system, error=type(problem).__name__)
            raise PartnerAway from problem
        try:
            found: Any = answer.json() if answer.content else None
            is_readable = True
        except ValueError:
            found, is_readable = None, False
        if answer.status_code < _REFUSED and is_readable:
            return found
        problem = self._problem(answer, found)
        log.warning(
            "books_partner_problem", system=self.system, status=answer.status_code, code=problem.code, said=str(problem)
        )
        raise problem

    def _problem(self, answer: "Response", body: Any) -> PartnerProblem:
        if answer.status_code in _FORBIDDEN:
            return AccessRefused()
        if answer.status_code == _TOO_MANY:
            seconds = answer.headers.get("Retry-After", "")
            return PartnerBusy(retry_after=int(seconds) if seconds.isdigit() else _BUSY_SECONDS)
        try:
            reason = self.reason_of(body)
        except (KeyError, TypeError, IndexError, AttributeError):
            reason = ""
        if answer.status_code >= _SERVER_ERROR or answer.status_code < _REFUSED:
            return PartnerAway(reason[:_LONGEST_REASON] or None)
        return self.refusal(reason[:_LONGEST_REASON] or f"HTTP {answer.status_code}", body)

    def refusal(self, reason: str, body: Any) -> PartnerRefused:
        """Return the error of a request that the partner rejected."""
        return PartnerRefused(reason)
