"""A third-party web site with pages that embed the product, on another origin."""

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Site:
    """Serves the pages added by `put`.

    Its host is localhost, the product's is 127.0.0.1: a different site, not just a port.
    """

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

            def log_message(self, format: str, *_arguments: Any) -> None:  # noqa: A002 - the name is given by the base class.
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.url = f"http://localhost:{self.port}"
        self.neighbour = f"http://127.0.0.1:{self.port}"
        """The same pages on the product's host with another port: another origin that gets the product's cookies."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def put(self, path: str, body: str, headers: Mapping[str, str] | None = None) -> str:
        """Add a page with this body under this path and return its URL."""
        self._pages[path] = (
            f"<!doctype html><meta name=viewport content=width=device-width><body>{body}",
            headers or {},
        )
        return self.url + path

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()
