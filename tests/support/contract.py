"""Check responses against the OpenAPI document: each status is documented, and each body matches its schema."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import jsonschema_rs
from fastapi import FastAPI


class Undocumented(AssertionError):
    """A response that is not in the OpenAPI document."""


class Contract:
    """Checks responses against the application's OpenAPI document. Use it as a hook: `client.event_hooks`."""

    def __init__(self, app: FastAPI) -> None:
        self.document = document_of(app)
        # Grouped by the number of path segments, so that few templates are compared with each path.
        self._paths: dict[int, list[tuple[re.Pattern[str], str]]] = {}
        for path in self.document["paths"]:
            self._paths.setdefault(path.count("/"), []).append((_pattern(path), path))
        self._alternatives_of: dict[int, list[dict[str, Any]]] = {}

    def check(self, answer: httpx.Response) -> None:
        """Raise Undocumented unless the response is documented. Paths outside the document (pages) pass."""
        path = answer.request.url.raw_path.decode().partition("?")[0]
        paths = self._paths.get(path.count("/"), [])
        template = next((known for pattern, known in paths if pattern.fullmatch(path)), None)
        method = answer.request.method.lower()
        if template is None or method not in self.document["paths"][template]:
            return
        answer.read()
        summary = f"{method.upper()} {path} -> {answer.status_code} {answer.text[:500]}"
        responses = self.document["paths"][template][method]["responses"]
        if str(answer.status_code) not in responses:
            raise Undocumented(f"status not documented: {summary}")
        content = responses[str(answer.status_code)].get("content")
        if not content:
            if answer.content:
                raise Undocumented(f"a body where none is documented: {summary}")
            return
        kind = answer.headers["content-type"].partition(";")[0]
        if kind not in content:
            raise Undocumented(f"content type not documented: {summary}")
        if kind != "application/json":
            return
        validator = self._validator(template, method, answer.status_code)
        errors = [f"{list(error.instance_path)}: {error.message}" for error in validator.iter_errors(answer.json())]
        if errors:
            raise Undocumented(f"{summary}\n" + "\n".join(errors[:5]))
        schema = self._schema(template, method, answer.status_code)
        extra = list(self._unknown_fields(self._alternatives(schema), answer.json()))
        if extra:
            raise Undocumented(f"fields not documented: {extra} in {summary}")

    def _schema(self, template: str, method: str, status: int) -> dict[str, Any]:
        content = self.document["paths"][template][method]["responses"][str(status)]["content"]
        return content["application/json"]["schema"]

    def _validator(self, template: str, method: str, status: int) -> Any:
        # Few schemas are distinct: all errors have the same one.
        return self._validator_of(json.dumps(self._schema(template, method, status)))

    @cache  # noqa: B019 - one contract per application, and there are few.
    def _validator_of(self, schema: str) -> Any:
        parts = self.document["components"]["schemas"]
        named: dict[str, Any] = {}
        wanted = _NAMED.findall(schema)
        while wanted:
            name = wanted.pop()
            if name not in named:
                named[name] = parts[name]
                wanted += _NAMED.findall(json.dumps(parts[name]))
        dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": {"schemas": named}}
        return jsonschema_rs.validator_for(dialect | json.loads(schema))

    def _unknown_fields(self, options: list[dict[str, Any]], value: Any) -> Iterator[str]:
        """Fields in a response that none of its schema's alternatives has: undocumented fields may leak data."""
        if isinstance(value, list):
            entries = [one for option in options if "items" in option for one in self._alternatives(option["items"])]
            for entry in value:
                yield from self._unknown_fields(entries, entry)
        elif isinstance(value, dict):
            open_ended = any(option.get("additionalProperties") for option in options)
            described = [option["properties"] for option in options if "properties" in option]
            for name, part in value.items():
                found = [properties[name] for properties in described if name in properties]
                if not found and not open_ended:
                    yield name
                elif found and isinstance(part, list | dict):
                    yield from self._unknown_fields([one for each in found for one in self._alternatives(each)], part)

    def _alternatives(self, schema: dict[str, Any]) -> list[dict[str, Any]]:
        """The alternatives of a schema with references resolved, cached."""
        known = self._alternatives_of.get(id(schema))
        if known is None:
            known = self._alternatives_of[id(schema)] = _objects(self.document, schema)
        return known


_documents: list[dict[str, Any]] = []


def document_of(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, created once per process: all applications have the same routes."""
    if not _documents:
        _documents.append(app.openapi())
    return _documents[0]


_NAMED = re.compile('"#/components/schemas/([^"]+)"')


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))


def _objects(document: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The schema's alternatives with references resolved."""
    if "$ref" in schema:
        return _objects(document, document["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        return [found for option in options for found in _objects(document, option)]
    return [schema]
