"""Somebody else's web site: pages as an operator writes them, on another origin than the product."""

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Site:
    """Serves what `put` puts on it. Its name is localhost, the product's 127.0.0.1: another site, not just a port."""

    def __init__(self) -> None:
        pages = self._pages = dict[str, tuple[str, Mapping[str, str]]]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                html, headers = pages.get(self.path.partition("?")[0], ("", {}))
                body = html.encode()
                self.send_response(200 if html else 404)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *_arguments: Any) -> None:  # noqa: A002 - the base class names it so.
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.url = f"http://localhost:{self.port}"
        self.neighbour = f"http://127.0.0.1:{self.port}"
        """The same pages on the product's own site, on another port: another origin, with the product's cookies."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def put(self, path: str, body: str, headers: Mapping[str, str] | None = None) -> str:
        """A page with that body, under that path; answers its address."""
        self._pages[path] = (
            f"<!doctype html><meta name=viewport content=width=device-width><body>{body}",
            headers or {},
        )
        return self.url + path

    def close(self) -> None:
        """Take it down."""
        self._server.shutdown()
        self._server.server_close()
