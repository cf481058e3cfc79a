"""Simple versions of the provider's script and pages: onboarding, dashboard, bank challenge and invoice."""

from html import escape
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from fastapi import Depends, FastAPI, Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from standins.stripe import accounts, charges, invoices, payments, payouts, setups
from standins.stripe.world import Object, World

SCRIPT = Path(__file__).parent / "stripe.js"
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
:root{{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}}
body{{max-width:30rem;margin:8vh auto;padding:0 1.25rem}}
p.demo{{background:#FFB648;color:#15121F;padding:.5rem .75rem;border-radius:.5rem;font-size:.9rem}}
button{{font:inherit;padding:.7rem 1.1rem;border-radius:.5rem;border:1px solid #4F46E5}}
button{{margin:.25rem .5rem .25rem 0;cursor:pointer}}
button.main{{background:#4F46E5;color:#fff}}
dt{{opacity:.75;font-size:.9rem}}dd{{margin:0 0 .75rem;font-variant-numeric:tabular-nums}}
</style><p class="demo">This is a demo. It replaces the payment provider, and no money moves.</p>
<h1>{title}</h1>{body}</html>"""


async def _chosen(request: Request) -> str:
    """Return the name of the button that was pressed on a page."""
    return dict(parse_qsl((await request.body()).decode())).get("choice", "")


Choice = Annotated[str, Depends(_chosen)]


def _page(title: str, body: str, status: int = 200) -> Response:
    return HTMLResponse(_PAGE.format(title=escape(title), body=body), status)


def _button(text: str, value: str, *, main: bool = False) -> str:
    chosen = ' class="main"' if main else ""
    return f'<button name="choice" value="{escape(value)}"{chosen}>{escape(text)}</button>'


def _form(*buttons: str) -> str:
    return f'<form method="post">{"".join(buttons)}</form>'


def with_query(url: str, **values: str) -> str:
    """Add values to a URL's query."""
    parts = urlsplit(url)
    query = "&".join(part for part in (parts.query, urlencode(values)) if part)
    return urlunsplit(parts._replace(query=query))


def _gone() -> Response:
    return _page("This link is no longer valid", "<p>Go back and ask for a new one.</p>", 404)


def money(cents: int) -> str:
    """Format an amount."""
    return f"${cents / 100:,.2f}"


def add_to(app: FastAPI, world: World) -> None:
    """Add the routes of all pages and of the script."""

    @app.get("/stripe.js")
    def script() -> Response:
        headers = {"Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return FileResponse(SCRIPT, media_type="text/javascript; charset=utf-8", headers=headers)

    @app.get("/onboarding/{token}")
    def onboarding(token: str) -> Response:
        if token not in world.secrets:
            return _gone()
        return _page(
            "Tell us about your business",
            "<p>Here the payment provider asks for a name, a date of birth and a bank account.</p>"
            + _form(
                _button("Finish", "finish", main=True),
                _button("Finish, to be reviewed", "review"),
                _button("Leave early", "leave"),
            ),
        )

    @app.post("/onboarding/{token}")
    def onboarded(token: str, choice: Choice) -> Response:
        with world.lock:
            ident = world.secrets.get(token)
            account = world.objects["account"].get(ident or "")
            if account is None:
                return _gone()
            if choice in {"finish", "review"}:
                accounts.submit(world, account, verified=choice == "finish")
                del world.secrets[token]
            world.keep()
            return RedirectResponse(world.secrets[f"{token}:return"], 303)

    @app.get("/express/{token}")
    def express(token: str) -> Response:
        account = world.objects["account"].get(world.secrets.get(token, ""))
        if account is None:
            return _gone()
        return _page(
            "Your payments",
            f"<dl><dt>Account</dt><dd>{escape(account['id'])}</dd><dt>Email</dt><dd>{escape(str(account['email']))}</dd>"
            f"<dt>Balance</dt><dd>{money(payouts.balance(world, account['id']))}</dd></dl>",
        )

    @app.get("/test/customers/{customer_id}")
    def customer(customer_id: str) -> Response:
        """Show a customer in the platform's dashboard: its subscriptions and payments."""
        found = world.objects["customer"].get(customer_id)
        if found is None or world.owner(customer_id) is not None:
            return _gone()
        with world.lock:
            mine = [("Subscription", one) for one in _of(world, "subscription", customer_id)]
            mine += [(money(one["amount"]), one) for one in _of(world, "payment_intent", customer_id)]
            rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(one['status'])}</dd>" for name, one in mine)
        who = f"<dt>Customer</dt><dd>{escape(str(found['name']))}<br>{escape(str(found['email']))}</dd>"
        return _page("Customer", f"<dl>{who}{rows}</dl>")

    @app.get("/{account_id}/test/{page:path}")
    def dashboard(account_id: str, page: str) -> Response:  # noqa: ARG001 - every page of it looks the same.
        """Show the full dashboard of an account that pays its own fees: balance, payments and disputes."""
        account = world.objects["account"].get(account_id)
        if account is None:
            return _gone()
        with world.lock, world.on(account_id):
            rows = "".join(
                f"<dt>{escape(str(one['description']))}</dt><dd>{money(one['amount'])}, {escape(one['status'])}</dd>"
                for one in world.mine("payment_intent")
            )
            disputes = "".join(
                f"<dt>Dispute, {escape(one['reason'])}</dt><dd>{money(one['amount'])}, {escape(one['status'])}</dd>"
                for one in world.mine("dispute")
            )
            balance = money(payouts.balance(world, account_id))
        return _page(
            "Your payments",
            f"<dl><dt>Account</dt><dd>{escape(account_id)}</dd><dt>Balance</dt><dd>{balance}</dd>{rows}{disputes}</dl>",
        )

    @app.get("/3ds/{intent_id}")
    def challenge(intent_id: str, client_secret: str = "") -> Response:
        intent = _waiting(world, intent_id, client_secret)
        if intent is None:
            return _gone()
        return _page(
            "Your bank asks",
            f"<p>{_asked_for(intent)}</p>" + _form(_button("Complete", "complete", main=True), _button("Fail", "fail")),
        )

    @app.post("/3ds/{intent_id}")
    def challenged(intent_id: str, choice: Choice, client_secret: str = "") -> Response:
        with world.lock:
            intent = _waiting(world, intent_id, client_secret)
            if intent is None:
                return _gone()
            back = intent["next_action"]["redirect_to_url"]["return_url"] or "/"
            method = world.objects["payment_method"][intent["payment_method"]]
            setup = intent["object"] == "setup_intent"
            sentence = "We are unable to authenticate your payment method. Please choose another and try again."
            if choice == "complete":
                charges.asked(method)
            if setup and choice == "complete":
                with world.on(world.owner(intent_id)):
                    setups.succeed(world, intent, method)
            elif setup:
                setups.fail(world, intent, method, "setup_intent_authentication_failure", sentence)
            elif choice == "complete":
                with world.on(world.owner(intent_id)):
                    payments.charge(world, intent, method, invoices.when_paid)
            else:
                charges.fail(world, intent, method, "payment_intent_authentication_failure", sentence)
            world.keep()
            outcome = "succeeded" if choice == "complete" else "failed"
            query = {
                intent["object"]: intent["id"],
                f"{intent['object']}_client_secret": intent["client_secret"],
                "redirect_status": outcome,
            }
            return RedirectResponse(with_query(back, **query), 303)

    @app.get("/invoices/{invoice_id}")
    def invoice(invoice_id: str) -> Response:
        found = world.objects["invoice"].get(invoice_id)
        if found is None:
            return _gone()
        return _page(
            f"Invoice {found['number']}",
            f"<dl><dt>Amount</dt><dd>{money(found['total'])}</dd><dt>Status</dt><dd>{escape(found['status'])}</dd></dl>",
        )


def _of(world: World, kind: str, customer_id: str) -> list[Object]:
    return [one for one in world.objects[kind].values() if one["customer"] == customer_id]


def _asked_for(intent: Object) -> str:
    if intent["object"] == "setup_intent":
        return "Confirm that this card may be charged later. Nothing is charged now."
    return f"Confirm a payment of {money(intent['amount'])}."


def _waiting(world: World, intent_id: str, client_secret: str) -> Object | None:
    """Return the payment intent or setup intent that awaits this bank challenge."""
    intent = world.objects["payment_intent"].get(intent_id) or world.objects["setup_intent"].get(intent_id)
    if intent is None or intent["client_secret"] != client_secret or intent["status"] != "requires_action":
        return None
    return intent
