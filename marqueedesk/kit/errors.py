"""Errors that the API can return: each is a class with an HTTP status and a stable code.

Services raise them, and `kit.http.http` converts them to ``{"message", "code", "fields"?, ...}``. The message is a
user-facing sentence: what went wrong and, if possible, what to do about it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class Problem(Exception):
    """An API error, with its HTTP status and a code that clients can rely on.

    A message may have placeholders, such as ``"A {status} booking keeps its letters."``; raise it with `format`.
    ``fields`` maps the API names of fields to their messages. Other keyword arguments are added to the response.
    """

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal"
    message: str = "Something went wrong on our side. Please try again."

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        code: str | None = None,
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        self.message = message or (next(iter(fields.values())) if fields else self.message)
        self.fields = dict(fields) if fields else None
        self.answer_code = code or self.code
        self.retry_after = retry_after
        self.extra = extra
        super().__init__(self.message)

    @classmethod
    def about(cls, field: str) -> Self:
        """Create the error for a field, by the field's API name."""
        return cls(fields={field: cls.message})

    @classmethod
    def format(cls, **words: object) -> Self:
        """Create the error with the placeholders in its message filled in."""
        return cls(cls.message.format(**words))

    def answer(self) -> dict[str, object]:
        """Return the JSON body of the response."""
        body: dict[str, object] = {"message": self.message, "code": self.answer_code}
        if self.fields:
            body["fields"] = self.fields
        body.update(self.extra)
        return body


class Unparsable(Problem):
    """The request is not a valid JSON document."""

    status = 400
    code = "unparsable"
    message = "The request is not valid JSON."


class Unauthenticated(Problem):
    """The call requires a signed-in user."""

    status = 401
    code = "unauthenticated"
    message = "Please sign in."


class Forbidden(Problem):
    """The caller lacks permission."""

    status = 403
    code = "forbidden"
    message = "You don't have permission to do this."


class NotFound(Problem):
    """The object does not exist or belongs to another business; the response is the same in both cases."""

    status = 404
    code = "not_found"
    message = "Not found."


class Conflict(Problem):
    """The request is valid, but conflicts with stored data."""

    status = 409
    code = "conflict"
    message = "This conflicts with existing data."


class TooMuch(Conflict):
    """An amount exceeds what remains. The response contains the remaining amount, under the name in ``carries``."""

    carries: ClassVar[str]
    nothing_left: ClassVar[str]

    def __init__(self, left: float, written: str) -> None:
        super().__init__(self.message.format(left=written) if left else self.nothing_left)
        self.extra = {self.carries: left}


class TooLarge(Problem):
    """The request body exceeds the limit."""

    status = 413
    code = "too_large"
    message = "The request is too large."


class UnsupportedMediaType(Problem):
    """The request body is not JSON."""

    status = 415
    code = "unsupported_media_type"
    message = "Send JSON, with the header Content-Type: application/json."


class Invalid(Problem):
    """One or more fields are invalid, as listed in ``fields``."""

    status = 422
    code = "invalid"
    message = "Please check the marked fields."


class TooMany(Problem):
    """The rate limit was exceeded; ``retry_after`` is in seconds."""

    status = 429
    code = "too_many"
    message = "Too many attempts. Please wait a little and try again."

    def __init__(self, message: str | None = None, *, retry_after: int | None = None, **more: Any) -> None:
        if message is None and retry_after is not None and self.message == TooMany.message:
            message = f"Too many attempts. Please try again in {_in_words(retry_after)}."
        super().__init__(message, retry_after=retry_after, **more)


def _in_words(seconds: int) -> str:
    """Format a wait, rounded up: 40 seconds, 3 minutes, 2 hours."""
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds > length * 1.5:
            return f"{-(-seconds // length)} {unit}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


class Unavailable(Problem):
    """The database or a provider is temporarily unavailable."""

    status = 503
    code = "unavailable"
    message = "The service is not available right now. Please try again in a few seconds."
