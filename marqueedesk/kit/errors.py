"""Problems the product can answer with: each a class with its status and a stable code.

Services raise them, the edge (`kit.http.http`) turns them into ``{"message", "code", "fields"?, ...}``. The message
is a
sentence for a person: it says what is wrong and, if possible, what to do about it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self


class Problem(Exception):
    """Something that the caller has to know, with its HTTP status and a code that programs can rely on.

    A sentence may have blanks, as ``"A {status} booking keeps its letters."``: it is raised with `saying`.
    ``fields`` maps a field's wire name to its sentence. Further keyword arguments are added to the answer as they are.
    """

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal"
    sentence: ClassVar[str] = "Something went wrong on our side. Please try again."

    def __init__(
        self,
        message: str | None = None,
        *,
        fields: Mapping[str, str] | None = None,
        code: str | None = None,
        retry_after: int | None = None,
        **extra: Any,
    ) -> None:
        self.message = message or (next(iter(fields.values())) if fields else self.sentence)
        self.fields = dict(fields) if fields else None
        self.answer_code = code or self.code
        self.retry_after = retry_after
        self.extra = extra
        super().__init__(self.message)

    @classmethod
    def about(cls, field: str) -> Self:
        """The problem as one of a field, by its wire name, which its sentence is about."""
        return cls(fields={field: cls.sentence})

    @classmethod
    def saying(cls, **words: object) -> Self:
        """The problem with the blanks of its sentence filled in."""
        return cls(cls.sentence.format(**words))

    def answer(self) -> dict[str, object]:
        """The JSON body for this problem."""
        body: dict[str, object] = {"message": self.message, "code": self.answer_code}
        if self.fields:
            body["fields"] = self.fields
        body.update(self.extra)
        return body


class Unparsable(Problem):
    """The request is not a valid JSON document."""

    status = 400
    code = "unparsable"
    sentence = "The request is not valid JSON."


class Unauthenticated(Problem):
    """Nobody is signed in, and somebody has to be."""

    status = 401
    code = "unauthenticated"
    sentence = "Please sign in."


class Forbidden(Problem):
    """The caller is known and may not do this."""

    status = 403
    code = "forbidden"
    sentence = "You don't have permission to do this."


class NotFound(Problem):
    """No such thing, or not the caller's: the two are answered alike."""

    status = 404
    code = "not_found"
    sentence = "Not found."


class Conflict(Problem):
    """The request is valid, but conflicts with stored data."""

    status = 409
    code = "conflict"
    sentence = "This conflicts with what is stored."


class TooMuch(Conflict):
    """An amount is more than what is left. The answer carries that amount, under the name that ``carries`` gives."""

    carries: ClassVar[str]
    nothing_left: ClassVar[str]

    def __init__(self, left: float, written: str) -> None:
        more: dict[str, Any] = {self.carries: left}
        super().__init__(self.sentence.format(left=written) if left else self.nothing_left, **more)


class TooLarge(Problem):
    """The body is longer than the server reads."""

    status = 413
    code = "too_large"
    sentence = "The request is too large."


class UnsupportedMediaType(Problem):
    """The body is of another type than JSON."""

    status = 415
    code = "unsupported_media_type"
    sentence = "Send JSON, with the header Content-Type: application/json."


class Invalid(Problem):
    """One or several fields cannot be accepted; ``fields`` names each."""

    status = 422
    code = "invalid"
    sentence = "Please check the marked fields."


class TooMany(Problem):
    """The caller has to slow down; ``retry_after`` is in seconds."""

    status = 429
    code = "too_many"
    sentence = "Too many attempts. Please wait a little and try again."

    def __init__(self, message: str | None = None, *, retry_after: int | None = None, **more: Any) -> None:
        if message is None and retry_after is not None and self.sentence == TooMany.sentence:
            message = f"Too many attempts. Please try again in {_in_words(retry_after)}."
        super().__init__(message, retry_after=retry_after, **more)


def _in_words(seconds: int) -> str:
    """A wait as people say it, never shorter than it is: 40 seconds, 3 minutes, 2 hours."""
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds > length * 1.5:
            return f"{-(-seconds // length)} {unit}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


class Unavailable(Problem):
    """The database or a provider is out of reach for the moment."""

    status = 503
    code = "unavailable"
    sentence = "The service is not available right now. Please try again in a few seconds."
