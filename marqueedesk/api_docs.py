"""The API reference page: the OpenAPI document as plain HTML, without scripts or external resources."""

import json
from html import escape
from threading import Lock
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import HTMLResponse, Response

from marqueedesk.kit.http.http import Described
from marqueedesk.kit.http.inline_styles import style_sources

router = APIRouter(include_in_schema=False)

_STYLE = """
:root { color-scheme: light dark; --line: light-dark(#e4ddcf, #3a3350); --soft: light-dark(#6b6459, #a79fb8); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem;
  background: light-dark(#fbf8f2, #15121f); color: light-dark(#15121f, #f4eee2); }
h1 { font-size: 1.6rem } h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; text-transform: capitalize }
details { border-top: 1px solid var(--line); padding: .6rem 0 } summary { cursor: pointer; overflow-wrap: anywhere }
code, pre { font: .88em/1.5 ui-monospace, monospace }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line) }
b { display: inline-block; min-width: 4.2rem } .soft { color: var(--soft) } table { border-spacing: 0 1px }
td { padding: .1rem 1rem .1rem 0; vertical-align: top }
"""


@router.get("/api/docs")
def api_docs(request: Request) -> Response:
    """Show every API call with its request and its responses."""
    return HTMLResponse(build(request.app), headers={"Content-Security-Policy": _POLICY})


_building = Lock()


def build(app: FastAPI) -> str:
    """Build the page for an application. This takes a second, so the server does it at startup."""
    with _building:
        page: str | None = getattr(app.state, "api_page", None)
        if page is None:
            page = app.state.api_page = _page(app.openapi())
        return page


_STYLE_ELEMENT = f"<style>{_STYLE}</style>"
_POLICY = (
    f"default-src 'none'; style-src {style_sources(_STYLE_ELEMENT)}; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)


def _page(described: Described) -> str:
    groups: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            group = (operation.get("tags") or ["other"])[0]
            groups.setdefault(group, []).append(_operation(method, path, operation))
    body = "".join(f"<h2>{escape(group)}</h2>{''.join(rows)}" for group, rows in sorted(groups.items()))
    schemas = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code> '
        f'<span class="soft">{escape(schema.get("description", ""))}</span></summary>'
        f"<pre>{escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre></details>"
        for name, schema in sorted(described["components"]["schemas"].items())
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>MarqueeDesk API</title>{_STYLE_ELEMENT}"
        f"<h1>MarqueeDesk API {escape(described['info']['version'])}</h1>"
        f'<p class="soft">Machine-readable version: <a href="/api/openapi.json">openapi.json</a></p>'
        f"{body}<h2>Schemas</h2>{schemas}</html>"
    )


def _operation(method: str, path: str, operation: Described) -> str:
    parameters = "".join(
        f"<tr><td><code>{escape(entry['name'])}</code><td>{escape(entry['in'])}"
        f"<td>{'required' if entry.get('required') else 'optional'}</tr>"
        for entry in operation.get("parameters", ())
    )
    body_schemas = _schema_names(operation.get("requestBody", {}))
    response_schemas = "".join(
        f"<tr><td>{escape(status)}<td>{_links(_schema_names(response)) or escape(response.get('description', ''))}</tr>"
        for status, response in sorted(operation.get("responses", {}).items())
    )
    return (
        f"<details><summary><b>{escape(method.upper())}</b> <code>{escape(path)}</code></summary>"
        f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p>"
        f"{f'<table>{parameters}</table>' if parameters else ''}"
        f"{f'<p>Takes {_links(body_schemas)}</p>' if body_schemas else ''}<table>{response_schemas}</table></details>"
    )


def _schema_names(part: Any) -> list[str]:
    """Return the names of all schemas that a part of the document refers to, in order and without duplicates."""
    if isinstance(part, dict):
        names: list[str] = []
        for key, value in part.items():  # pyright: ignore[reportUnknownVariableType]
            if key == "$ref" and isinstance(value, str):
                names.append(value.rpartition("/")[2])
            else:
                names += _schema_names(value)
        return list(dict.fromkeys(names))
    if isinstance(part, list):
        return list(dict.fromkeys(name for entry in part for name in _schema_names(entry)))  # pyright: ignore[reportUnknownVariableType]
    return []


def _links(names: list[str]) -> str:
    return ", ".join(f'<a href="#{escape(name)}"><code>{escape(name)}</code></a>' for name in names)
