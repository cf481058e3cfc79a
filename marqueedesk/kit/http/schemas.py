"""Strict types for request fields, and the error messages for invalid values.

Scalars are strict: no "7" for 7, no true for 1, no number for a date. Text is bounded and rejects NUL, lone surrogates,
control characters, noncharacters and bidirectional controls. Invisible characters are dropped, and text without visible
characters is empty. Empty optional text is None. Unknown fields are ignored. `parse` reads a JSON document from bytes
and raises `Invalid` with a sentence per field.
"""

import json
import math
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeVar, cast
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import (
    CoreSchema,
    ErrorDetails,
    PydanticCustomError,
    PydanticKnownError,
    ValidationError,
    core_schema,
)

from marqueedesk.kit.errors import Invalid, Unparsable
from marqueedesk.kit.money import cents_of, check_step, units
from marqueedesk.kit.text.formats import label
from marqueedesk.kit.text.text_forms import (
    BIDI_CONTROLS,
    NONCHARACTERS,
    REPLACEMENT,
    without_ignorable,
    without_invisible,
)

BIGGEST_ID = 2**63 - 1
_CONTROL_LINE = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029{NONCHARACTERS}]")
_CONTROL_BLOCK = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{NONCHARACTERS}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUMBER = re.compile(r"\[\d+\]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATE_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?")

ModelT = TypeVar("ModelT", bound="RequestModel")


class RequestModel(BaseModel):
    """Base of request bodies: camelCase on the wire, strict, unknown fields ignored.

    ``sentences`` overrides error messages: ``{"quantity": {"greater_than_equal": "…"}}``, by wire name and pydantic
    error type; the type ``"*"`` matches any. ``{row}`` in a sentence is the list entry's number. Errors within
    ``paths`` are reported with the full path, ``address.city`` or ``zones[2].fee``; their sentences are keyed by the
    path without numbers.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, strict=True, extra="ignore")
    sentences: ClassVar[dict[str, dict[str, str]]] = {}
    paths: ClassVar[frozenset[str]] = frozenset()
    """Fields whose nested errors are reported with their path: ``lines[2].quantity``."""


class ResponseModel(BaseModel):
    """Base of documented responses: camelCase in JSON.

    A ``sparse`` response only contains the fields that were set: amounts, for example, are only set for users who may
    see them.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, defer_build=True)
    sparse: ClassVar[bool] = False

    @classmethod
    def adding(cls, to: "ResponseModel", **more: Any) -> Self:
        """Copy this response into one with additional fields."""
        return cls(**dict(to), **more)

    @classmethod
    def of_row(cls, row: object, **more: Any) -> Self:
        """Create a response from a row's attributes of the same names; keyword arguments override them.

        Optional fields of a ``sparse`` response are only set if given.
        """
        names = [name for name, field in cls.model_fields.items() if not cls.sparse or field.is_required()]
        return cls(**{name: getattr(row, name) for name in names if name not in more}, **more)

    @classmethod
    def of_cents(cls, row: object, **more: Any) -> Self:
        """Like `of_row`, for a row with amounts in cents, named ``amount_cents`` or ``amount``."""
        amounts = {name: units(_cents(row, name)) for name in _amounts(cls) if name not in more}
        return cls.of_row(row, **amounts, **more)


@cache
def _amounts(model: type[ResponseModel]) -> tuple[str, ...]:
    marked = [
        name for name, field in model.model_fields.items() if any(isinstance(x, _InUnits) for x in field.metadata)
    ]
    return tuple(marked)


def _cents(row: object, name: str) -> int:
    in_cents = f"{name}_cents"
    return getattr(row, in_cents if hasattr(row, in_cents) else name)


class SparseModel(ResponseModel):
    """Base of sparse responses."""

    sparse = True


def build_all() -> None:
    """Build the validators and serializers of all loaded models, which pydantic would otherwise do on first use."""
    waiting: list[type[BaseModel]] = [ResponseModel]
    while waiting:
        model = waiting.pop()
        model.model_rebuild()
        waiting += model.__subclasses__()


class Problems(BaseModel):
    """Error response: a user-facing message, a stable code, and a message for each invalid field."""

    model_config = ConfigDict(extra="allow")
    message: str
    code: str
    fields: dict[str, str] | None = None


def _clean(text: str, forbidden: re.Pattern[str]) -> str:
    if text.isascii() and text.isprintable():
        # Fast path that covers nearly all texts.
        return text.strip()
    if _SURROGATE.search(text) or forbidden.search(text):
        raise PydanticCustomError("control", "contains characters that cannot be shown")
    if BIDI_CONTROLS.search(text):
        raise PydanticCustomError("bidi", "contains characters that change the reading direction")
    return without_invisible(text)


def _line(text: str) -> str:
    return _clean(text, _CONTROL_LINE)


def _block(text: str) -> str:
    return _clean(text.replace("\r\n", "\n").replace("\r", "\n"), _CONTROL_BLOCK)


def _given(text: str) -> str:
    if not text:
        raise PydanticCustomError("missing", "is required")
    return text


def _none_if_empty(value: Any) -> Any:
    return None if isinstance(value, str) and not without_invisible(value) else value


def _bare(value: Any) -> Any:
    return without_ignorable(value) if isinstance(value, str) else value


def _place(text: str | None) -> str | None:
    if text and REPLACEMENT in text:
        raise PydanticCustomError("lost", "contains a character that was lost")
    return text


@dataclass(frozen=True, slots=True)
class AtMost:
    """Maximum length of a text after trimming: ``Annotated[OptionalText, AtMost(200)]``.

    pydantic's ``max_length`` fails on None outside of a validator.
    """

    length: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the length after the inner type has validated the value."""
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Add the length to the OpenAPI document."""
        described = handler(schema)
        for kind in (described, *described.get("anyOf", [])):
            if kind.get("type") == "string":
                kind["maxLength"] = self.length
        return described

    def _check(self, text: str | None) -> str | None:
        if text is not None and len(text) > self.length:
            raise PydanticKnownError("string_too_long", {"max_length": self.length})
        return text


TextLine = Annotated[str, AfterValidator(_line)]
"""A line of text, trimmed. May be empty."""

RequiredText = Annotated[TextLine, AfterValidator(_given)]
"""A required line of text, trimmed. Add a limit: ``Annotated[RequiredText, AtMost(200)]``."""

RequiredBlock = Annotated[str, AfterValidator(_block), AfterValidator(_given)]
"""A required text of one or more lines, trimmed."""


def _optional_line(text: str | None) -> str | None:
    return None if text is None else _line(text)


def _optional_block(text: str | None) -> str | None:
    return None if text is None else _block(text)


OptionalText = Annotated[str | None, BeforeValidator(_none_if_empty), AfterValidator(_optional_line)]
"""An optional line of text; empty becomes None."""

OptionalBlock = Annotated[str | None, BeforeValidator(_none_if_empty), AfterValidator(_optional_block)]
"""An optional text of one or more lines; empty becomes None."""

RequiredPlace = Annotated[RequiredText, AfterValidator(_place)]
"""`RequiredText` for a city, county or state: tax and delivery depend on it, so a replacement character (U+FFFD) is
rejected.
"""

OptionalPlace = Annotated[OptionalText, AfterValidator(_place)]
"""Optional `RequiredPlace`; empty becomes None."""

OptionalPhone = Annotated[OptionalText, BeforeValidator(_bare)]
"""Phone number as typed, without invisible characters left from copy and paste; empty becomes None."""

CodeText = Annotated[RequiredText, BeforeValidator(_bare)]
"""A code, without invisible characters left from copy and paste."""

OptionalCodeText = Annotated[OptionalText, BeforeValidator(_bare)]
"""Optional `CodeText`; empty becomes None."""

KeptLine = Annotated[str | None, AfterValidator(_optional_line)]
"""A line of text or None, where empty and None have different meanings."""

KeptBlock = Annotated[str | None, AfterValidator(_optional_block)]
"""A text of one or more lines or None, where empty and None have different meanings."""


def _email(text: str) -> str:
    try:
        validated = validate_email(_line(text), check_deliverability=False, allow_smtputf8=True)
    except EmailNotValidError:
        raise PydanticCustomError("email", "must be a valid email address") from None
    return validated.normalized


def _hundredths(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("amount", "must be a number")
    if isinstance(value, float) and not math.isfinite(value):
        raise PydanticCustomError("amount", "must be a number")
    try:
        # repr gives the shortest decimal that yields this float, which is what the client sent.
        return cents_of(Decimal(repr(value)))
    except ValueError as problem:
        raise PydanticCustomError("amount", "{why}", {"why": str(problem)}) from None


def _amount(value: Any) -> int:
    return _in_steps(_hundredths(value))


def _in_steps(cents: int) -> int:
    try:
        check_step(cents)
    except ValueError as problem:
        raise PydanticCustomError("amount", "{why}", {"why": str(problem)}) from None
    return cents


def _day_text(value: str) -> str:
    try:
        if _DATE.fullmatch(value):
            date.fromisoformat(value)
            return value
        if _DATE_TIME.fullmatch(value):
            datetime.fromisoformat(value)
            return value
    except ValueError:
        raise PydanticCustomError("day", "must be a day that exists, for example 2027-06-01") from None
    raise PydanticCustomError("day", "must be a date, for example 2027-06-01")


def _path_id(value: Any) -> Any:
    if isinstance(value, str) and not re.fullmatch("[0-9]{1,19}", value):
        raise PydanticCustomError("id", "must be a whole number")
    return value


def _iso_day(value: Any) -> Any:
    if isinstance(value, str) and _DATE.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    return value


def _iso_instant(value: Any) -> Any:
    if isinstance(value, str) and _DATE_TIME.fullmatch(value):
        with suppress(ValueError):
            return datetime.fromisoformat(value)
    return value


Day = Annotated[date, BeforeValidator(_iso_day)]
"""Date in JSON (2027-06-01)."""

Instant = Annotated[AwareDatetime, BeforeValidator(_iso_instant)]
"""ISO date-time in JSON, with a UTC offset."""

Email = Annotated[str, Field(max_length=254), AfterValidator(_email), BeforeValidator(_bare)]
"""One email address, normalized; never several and never with a line break. Invisible characters are dropped."""

OptionalEmail = Annotated[Email | None, BeforeValidator(_none_if_empty)]
"""Optional email address; empty becomes None."""

CurrencyAmount = Annotated[
    int, PlainValidator(_amount), WithJsonSchema({"type": "number", "description": "Currency units, two decimals"})
]
"""Currency units on the wire (JSON number, at most two decimals), integer cents internally. Whole units in a currency
without decimals.
"""

Percentage = Annotated[
    int, PlainValidator(_hundredths), WithJsonSchema({"type": "number", "description": "Percent, two decimals"})
]
"""Percent on the wire (JSON number, at most two decimals), integer basis points internally."""


def between(least: int, most: int, too_little: str, too_much: str | None = None) -> AfterValidator:
    """Validate a number's range, with messages for values that are too small and too large (one message for both if
    only one is given).
    """

    def check(value: int) -> int:
        if value < least:
            raise ValueError(too_little)
        if value > most:
            raise ValueError(too_much or too_little)
        return value

    return AfterValidator(check)


def web_host(address: str) -> str:
    """Return the host of a web address; empty if the address is invalid or has credentials, a bad port or unusual
    characters.
    """
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it is what checks it.
    except ValueError:
        return ""
    is_odd = parts.username or any(letter.isspace() or letter in "<>\"'`\\" for letter in address)
    return "" if is_odd or parts.scheme not in {"http", "https"} else parts.hostname or ""


class _InUnits:
    """Marker for response fields whose values are stored in cents."""


CurrencyUnits = Annotated[float | int, Field(description="Currency units, at most two decimals"), _InUnits()]
"""Amount in a response, in currency units."""

Cents = Annotated[int, Field(ge=0, le=99_999_999), AfterValidator(_in_steps)]
"""Integer cents in JSON."""

Id = Annotated[int, Field(ge=1, le=BIGGEST_ID)]
"""Row id in a body."""

PathId = Annotated[int, BeforeValidator(_path_id), Field(ge=1, le=BIGGEST_ID)]
"""Row id in a path: plain ASCII digits."""

DateOrDateTime = Annotated[str, Field(max_length=40), AfterValidator(_day_text)]
"""Date (2027-06-01) or ISO date-time; the operator's time zone is applied later, where it is known."""


_SENTENCES = {
    "missing": "{label} is required",
    "string_type": "{label} must be text",
    "string_too_long": "{label} can have at most {max_length} characters",
    "string_too_short": "{label} must have at least {min_length} characters",
    "string_unicode": "{label} contains characters that cannot be shown",
    "int_type": "{label} must be a whole number",
    "int_parsing": "{label} must be a whole number",
    "int_from_float": "{label} must be a whole number",
    "int_parsing_size": "{label} is out of range",
    "float_type": "{label} must be a number",
    "bool_type": "{label} must be true or false",
    "list_type": "{label} must be a list",
    "dict_type": "{label} must be an object",
    "model_type": "{label} must be an object",
    "model_attributes_type": "{label} must be an object",
    "greater_than_equal": "{label} must be at least {ge}",
    "less_than_equal": "{label} can be at most {le}",
    "too_long": "{label} can have at most {max_length} entries",
    "too_short": "{label} must have at least {min_length} entries",
    "literal_error": "{label} must be one of: {expected}",
    "lost": "{label} contains an unreadable character (\ufffd). Type it again",
    "control": "{label} contains characters that cannot be shown",
    "bidi": "{label} contains characters that change the reading direction",
    "email": "{label} must be a valid email address",
    "day": "{label} {message}",
    "amount": "{label} {message}",
    "id": "{label} must be a whole number",
}


def _sentence(error: ErrorDetails, field: str, own: dict[str, dict[str, str]]) -> str:
    kind = "missing" if error["input"] is None and error["type"] != "missing" else error["type"]
    mine = own.get(_NUMBER.sub("", field), {})
    field = _NUMBER.sub("", field).rpartition(".")[2]
    template = mine.get(error["type"]) or mine.get(kind) or mine.get("*") or _SENTENCES.get(kind)
    message = error["msg"].removeprefix("Value error, ")
    values = {**error.get("ctx", {}), "label": label(field), "message": message[:1].lower() + message[1:]}
    # Number of the list entry, counted from 1.
    values["row"] = next((part + 1 for part in error["loc"] if isinstance(part, int)), "")
    if template is None:
        return message if error["type"] == "value_error" else f"{label(field)} is not valid"
    return template.format_map({**values, "expected": str(values.get("expected", "")).replace("'", "")})


def sentence_for(error: ErrorDetails, field: str) -> str:
    """Return the error message for a path or query parameter."""
    return _sentence(error, field, {})


def sentences_of(
    errors: Iterable[ErrorDetails], own: dict[str, dict[str, str]], paths: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Return one error message for each invalid field, the first that applies, by API name. Errors within ``paths``
    have the full path as their key.
    """
    fields: dict[str, str] = {}
    for error in errors:
        where = [part for part in error["loc"] if isinstance(part, int) or not part.startswith("function-")]
        names = [part for part in where if isinstance(part, str)]
        # An invalid default is reported under its Python name.
        field = to_camel(names[0]) if names else "body"
        if field in paths:
            field = _path(where)
        fields.setdefault(field, _sentence(error, field, own))
    return fields


def _path(where: Sequence[str | int]) -> str:
    """Format a path in a body: ``lines[2].quantity``. Tags of discriminated unions are omitted."""
    path = ""
    for at, part in enumerate(where):
        if isinstance(part, int):
            path += f"[{part}]"
        elif at == 0 or not isinstance(where[at - 1], int) or not isinstance((*where, 0)[at + 1], str):
            # pydantic inserts the union tag between the entry's index and the field.
            path += f".{part}" if path else part
    return path


def parse(model: type[ModelT], raw: bytes) -> ModelT:
    """Parse a JSON document as ``model``. Raises Unparsable (400), or Invalid (422) with a sentence per field."""
    try:
        return model.model_validate_json(raw)
    except ValidationError as problem:
        errors = problem.errors(include_url=False)
        if errors[0]["type"] == "json_invalid":
            field = _surrogate_field(raw)
            if field:
                raise Invalid(fields={field: _SENTENCES["control"].format(label=label(field))}) from None
            raise Unparsable from None
        raise invalid_body(model, errors) from None


def parse_without(model: type[ModelT], raw: bytes, fields: Collection[str]) -> ModelT:
    """Parse a JSON document like `parse`, leaving out these fields of the object."""
    try:
        document: object = json.loads(raw)
    except (ValueError, RecursionError):
        raise Unparsable from None
    if isinstance(document, dict):
        names = cast("dict[str, object]", document)
        document = {name: value for name, value in names.items() if name not in fields}
    return parse(model, json.dumps(document).encode())


def invalid_body(model: type[RequestModel], errors: Sequence[ErrorDetails]) -> Invalid:
    """Return the error for a body that isn't a valid ``model``, with a message for each field."""
    if not errors[0]["loc"]:
        return Invalid(fields={"body": "Send a JSON object."})
    return Invalid(fields=sentences_of(errors, model.sentences, model.paths))


def _surrogate_field(raw: bytes) -> str | None:
    """Return the top-level field that contains a lone surrogate, which is valid JSON but can't be stored as text."""
    try:
        document: object = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    for name, value in cast("dict[str, object]", document).items():
        if _SURROGATE.search(name):
            return "body"
        if _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
            return name
    return None
