"""Make calls to the provider within a time limit, and translate its errors. The provider's library is imported
lazily.
"""

import copy
import threading
import time
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar
from urllib.parse import urlsplit

from marqueedesk.kit.db.database import ensure_no_open_write
from marqueedesk.kit.watch import tracing
from marqueedesk.kit.watch.metrics import PROVIDER, log
from marqueedesk.stripe import mapping
from marqueedesk.stripe.errors import (
    BadSignature,
    CardDeclined,
    KeysRefused,
    NoWebhookSecret,
    ProviderNotFound,
    ProviderProblem,
    ProviderRateLimited,
    ProviderRefused,
    ProviderUnavailable,
)
from marqueedesk.stripe.refusals import REPEATED, sentence_of
from marqueedesk.stripe.values import Keys, Refusal, WebhookEvent

if TYPE_CHECKING:
    from stripe import HTTPClient, StripeClient, StripeError

Result = TypeVar("Result")

TIMEOUT = 9.0
"""Time limit in seconds for all calls of one conversation, so that a waiting user gets a response within ten."""
CONNECT_SECONDS = 1.5
CALL_SECONDS = 6.0
TRIES = 3
PAUSE_SECONDS = 0.3
_LEAST_SECONDS = 0.2
_CLIENTS: Final = 256

_call = threading.local()


@cache
def _connections() -> "HTTPClient":
    """Return the process's connection pool, shared by all clients."""
    import requests  # noqa: PLC0415 - imported along with the provider's library.
    import stripe  # noqa: PLC0415 - see above.

    class InTime(requests.Session):
        """A session whose calls time out when their conversation's time is up."""

        def request(self, method: str, url: str, *args: Any, **kwargs: Any) -> Any:
            left: float = getattr(_call, "left", CALL_SECONDS)
            _call.what = f"{method.upper()} {urlsplit(url).path}"
            kwargs["timeout"] = (min(CONNECT_SECONDS, left), left)
            return super().request(method, url, *args, **kwargs)

    return stripe.RequestsClient(session=InTime())


@lru_cache(_CLIENTS)
def _client(secret_key: str, api_base: str, account_id: str | None) -> "StripeClient":
    """Create a client for the platform's account or, with the `Stripe-Account` header, a connected one."""
    import stripe  # noqa: PLC0415 - see above.

    return stripe.StripeClient(
        secret_key,
        stripe_account=account_id,
        base_addresses={"api": api_base} if api_base else None,
        # `_ask` handles retries, because it has the remaining time.
        max_network_retries=0,
        http_client=_connections(),
    )


class Conversation:
    """A series of calls to the provider that together take at most `TIMEOUT` seconds."""

    def __init__(self, keys: Keys, *, api_base: str = "", timeout: float = TIMEOUT) -> None:
        self._keys = keys
        self._api_base = api_base
        self._ends = time.monotonic() + timeout
        self.live = keys.live
        self.publishable_key = keys.publishable_key
        self.account_id: str | None = None
        """The connected account that calls apply to; None for the platform's own."""
        self.on_refusal: Callable[[Refusal], None] | None = None
        """Callback for each call that failed for good, run with no transaction open. Not called for declined cards,
        which are recorded with the payment.
        """

    def on(self, account_id: str | None) -> Self:
        """Return the same conversation for another account; None for the platform's own. Both share the
        remaining time.
        """
        other = copy.copy(self)
        other.account_id = account_id
        return other

    def _ask(self, call: "Callable[[StripeClient], Result]", currency: str | None = None) -> Result:
        """Return the result of a call, retrying within the remaining time if it did not get through.

        ``currency`` is the currency charged, if any. POST requests carry an idempotency key, so retries create nothing
        twice. The library generates a new key for each call; calls that must not be repeated pass their own.
        """
        ensure_no_open_write()
        began = time.monotonic()
        client = _client(self._keys.secret_key, self._api_base, self.account_id)
        # On a process's first call the library is imported, which does not count toward the time limit.
        self._ends += time.monotonic() - began
        for attempt in range(1, TRIES + 1):
            began = time.monotonic()
            left = self._ends - began
            if left < _LEAST_SECONDS:
                raise ProviderUnavailable
            _call.left, _call.what = min(CALL_SECONDS, left), ""
            try:
                with tracing.span("payment provider", "client", {"attempt": attempt}):
                    return call(client)
            except Exception as problem:
                translated = _translated(problem, currency)
                if translated is None:
                    raise
                took = time.monotonic() - began
                PROVIDER.labels(translated.code).inc()
                refusal = self._refusal(problem, translated)
                log.warning(
                    "provider_problem",
                    code=translated.code,
                    error=type(problem).__name__,
                    ms=round(took * 1e3),
                    call=refusal.call,
                    said=refusal.message,
                    provider_code=refusal.provider_code,
                    param=refusal.param,
                    provider_request=refusal.request_id,
                )
                if attempt == TRIES or not isinstance(translated, ProviderUnavailable):
                    if self.on_refusal is not None and not isinstance(translated, CardDeclined):
                        self.on_refusal(refusal)
                    raise translated from problem
            time.sleep(PAUSE_SECONDS * attempt)
        raise ProviderUnavailable

    def _refusal(self, problem: Exception, translated: ProviderProblem) -> Refusal:
        """Return the provider's details about a failed call."""
        import stripe  # noqa: PLC0415 - see the module.

        known = problem if isinstance(problem, stripe.StripeError) else None
        return Refusal(
            call=_call.what[:200],
            account=self.account_id,
            live=self.live,
            code=translated.code,
            provider_code=_short(known and _code(known), 100),
            message=_short(known and known.user_message, 500),
            param=_short(known and known.error and known.error.param, 255),
            request_id=_short(known and known.request_id, 255),
        )


def read_event(raw: bytes, signature: str | None, secrets: tuple[str, ...]) -> WebhookEvent:
    """Parse a webhook event verified by one of the secrets. Raises NoWebhookSecret (503) and BadSignature (400)."""
    if not secrets:
        raise NoWebhookSecret
    import stripe  # noqa: PLC0415 - see the module.

    for secret in secrets:
        try:
            return mapping.notice(stripe.Webhook.construct_event(raw, signature, secret))
        except stripe.SignatureVerificationError:
            continue
        except (ValueError, TypeError, LookupError, AttributeError):
            # The signature is valid, but the event isn't readable.
            raise BadSignature from None
    raise BadSignature


def _code(problem: "StripeError") -> str | None:
    """Return the provider's error code. In some of the library's errors, only the response contains it."""
    return problem.code or (problem.error.code if problem.error is not None else None)


def _short(said: object, most: int) -> str | None:
    return str(said)[:most] if said else None


def _translated(problem: Exception, currency: str | None) -> ProviderProblem | None:
    """Translate an error of the provider's library; None for any other exception."""
    import stripe  # noqa: PLC0415 - see the module.

    if isinstance(problem, stripe.CardError):
        asks = _code(problem) == CardDeclined.authentication
        return CardDeclined(problem.user_message or None, code=CardDeclined.authentication if asks else None)
    if isinstance(problem, stripe.RateLimitError):
        return ProviderRateLimited(retry_after=5)
    if isinstance(problem, stripe.PermissionError) and _code(problem) == "account_invalid":
        # The account was disconnected: it exists, but is no longer accessible.
        return ProviderNotFound()
    if isinstance(problem, stripe.AuthenticationError | stripe.PermissionError):
        return KeysRefused(retry_after=3600)
    if isinstance(problem, stripe.IdempotencyError):
        # The key was used before with other details; that earlier request may have charged the payer.
        return ProviderRefused(REPEATED)
    if isinstance(problem, stripe.InvalidRequestError):
        code = _code(problem)
        is_lacking = code == "resource_missing"
        refused = ProviderNotFound() if is_lacking else ProviderRefused(sentence_of(code, currency))
        refused.said = problem.user_message or None
        return refused
    if isinstance(problem, stripe.StripeError):
        return ProviderUnavailable()
    return None
