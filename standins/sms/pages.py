"""Pages of the stand-in: the phones that received texts, and one phone with its texts and a field to answer."""

import html
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import quote


class ShownMessage(Protocol):
    """A message on a phone."""

    to: str
    sender: str
    body: str
    direction: str
    status: str


_STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; background: light-dark(#e9e7ef, #15121f); }
main { width: min(360px, 100vw); min-height: 640px; box-sizing: border-box; padding: 24px 16px; display: flex;
  flex-direction: column; gap: 8px; border-radius: 32px; background: light-dark(#fff, #221d31); }
h1 { font-size: 1rem; margin: 0 0 8px; text-align: center; }
p { margin: 0; padding: 8px 12px; border-radius: 16px; max-width: 80%; white-space: pre-wrap; overflow-wrap: anywhere; }
.business { align-self: flex-start; background: light-dark(#eceaf2, #383049); }
.customer { align-self: flex-end; background: #4f46e5; color: #fff; }
small { align-self: center; opacity: .7; }
form { margin-top: auto; display: flex; gap: 8px; }
input { flex: 1; font: inherit; padding: 8px 12px; border-radius: 16px; border: 1px solid #888; min-width: 0; }
button { font: inherit; padding: 8px 16px; border-radius: 16px; border: 0; background: #4f46e5; color: #fff; }
"""


def _page(title: str, content: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style><main>{content}</main></html>"
    )


def phones_page(messages: Sequence[ShownMessage]) -> str:
    """List the phones, most recent first."""
    phones = dict.fromkeys(row.sender if row.direction == "inbound" else row.to for row in reversed(messages))
    links = "".join(f'<a href="/phones/{quote(phone)}">{html.escape(phone)}</a>' for phone in phones)
    empty = "<small>No texts yet. Texts sent from the demo appear here.</small>"
    return _page("Demo phones", f"<h1>Demo Phones</h1>{links or empty}")


def phone_page(phone: str, messages: Sequence[ShownMessage], default_number: str) -> str:
    """Show a phone's texts, oldest first, with a field to answer the number that wrote last."""
    own = [row for row in messages if phone in {row.to, row.sender}]
    senders = [row.sender for row in own if row.direction != "inbound" and row.sender.startswith("+")]
    number = senders[-1] if senders else default_number
    bubbles = "".join(
        f'<p class="{"customer" if row.direction == "inbound" else "business"}">{html.escape(row.body)}</p>'
        for row in own
    )
    form = (
        f'<form method="post"><input type="hidden" name="to" value="{html.escape(number)}">'
        '<input name="body" aria-label="Text" autocomplete="off" autofocus maxlength="1600">'
        "<button>Send</button></form>"
    )
    return _page(phone, f"<h1>{html.escape(phone)}</h1>{bubbles or '<small>No texts yet.</small>'}{form}")
