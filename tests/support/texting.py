"""The stand-in for the text provider, in a thread of this process so that it follows time travel in tests."""

import threading
import time
from typing import Any

import uvicorn
from fastapi import FastAPI

from standins.oauth import OrderedFault
from standins.sms.app import Exchange, create
from tests.support.server import free_port

ACCOUNT, TOKEN, NUMBER = "ACstandin", "standin-token", "+15185550100"


class Texting:
    """A running stand-in. It sends no callbacks of its own unless ``delivers`` is set."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app: FastAPI = create(token=TOKEN)
        self.exchange.delivers = False
        config = uvicorn.Config(
            self.app, host="127.0.0.1", port=self.port, log_level="critical", access_log=False, date_header=False
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> "Texting":
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def exchange(self) -> Exchange:
        return self.app.state.exchange

    def settings(self) -> dict[str, Any]:
        """Settings that connect an application to the stand-in."""
        return {"sms_account": ACCOUNT, "sms_token": TOKEN, "sms_from": NUMBER, "sms_api_base": self.url}

    def fault(self, kind: str, match: str = "POST Messages", *, times: int = 1) -> None:
        """Make the next calls fail: 429, 500, away, gone (sent, but without a response) or refuse."""
        self.exchange.faults.append(OrderedFault(kind, match, times))

    def bodies(self) -> list[str]:
        """The texts sent so far, oldest first."""
        return [row.body for row in self.exchange.messages if row.direction != "inbound"]
