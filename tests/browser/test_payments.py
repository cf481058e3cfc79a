"""Payments on the screens with a stand-in for the provider: customer payments, refunds and plans."""

import re
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.sound import serious_faults
from tests.support import databases
from tests.support.server import LiveServer, next_summer
from tests.support.standin import StandIn

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("payments")

TIMEOUT = 20_000
PAYS, DECLINED, CHALLENGE = "4242424242424242", "4000000000000002", "4000002500003155"
FAILS_LATER, OTHER = "4000000000000341", "5555555555554444"
ADMIN = {"email": "admin@marqueedesk.example", "password": "demo-admin"}


@pytest.fixture(scope="module")
def standin() -> Generator[StandIn]:
    """The provider's stand-in, which sends webhooks to the server."""
    standin = StandIn().start()
    yield standin
    standin.stop()


@pytest.fixture(scope="module")
def server(standin: StandIn) -> Generator[LiveServer]:
    """A running demo for this file, with the stand-in's keys."""
    server = LiveServer(databases.new_demo(), settings=standin.settings())
    server.start()
    standin.send_to(f"{server.url}/api/stripe/webhook")
    yield server
    server.kill()


@pytest.fixture
def owner(server: LiveServer, profile: Callable[..., BrowserContext]) -> Page:
    """An owner who has just registered a business, on a desktop."""
    context = profile()
    body = {"email": f"owner{id(context)}@example.com", "password": "correct horse", "companyName": "Bright Co."}
    assert context.request.post(f"{server.url}/api/register", data=body).ok
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


def call(page: Page, server: LiveServer, method: str, path: str, **body: Any) -> Any:
    answer = page.request.fetch(f"{server.url}{path}", method=method, data=body if method != "GET" else None)
    assert answer.ok, answer.text()
    return answer.json()


def type_card(page: Page, number: str) -> None:
    page.get_by_label("Card number").fill(number)
    page.get_by_label("Expiration").fill("12/30")
    page.get_by_label("Security code").fill("123")


def pay(within: Page | Locator, page: Page, number: str) -> None:
    """Fill in the card form and submit it."""
    button = within.get_by_role("button", name=re.compile(r"^Pay \$"))
    expect(button).to_be_enabled()
    type_card(page, number)
    button.click()


def offer(profile: Callable[..., BrowserContext], server: LiveServer, **plan: Any) -> None:
    """Create a plan as the administrator."""
    admin = profile()
    assert admin.request.post(f"{server.url}/api/login", data=ADMIN).ok
    fields = {"price": 2900, "interval": "monthly", "trialDays": 0, "features": ["Everything"], **plan}
    assert admin.request.post(f"{server.url}/api/admin/subscription-plans", data=fields).ok


def choose(owner: Page, server: LiveServer, plan: str) -> None:
    """Subscribe to a plan on its page."""
    owner.goto(f"{server.url}/subscription")
    card = owner.get_by_role("listitem").filter(has=owner.get_by_role("heading", name=plan))
    card.get_by_role("button", name="Subscribe").click()


def a_booking(owner: Page, server: LiveServer) -> tuple[int, str]:
    """Create a confirmed booking of 250 with a deposit of 50; returns its ID, and the path of its customer page."""
    for letter in "LOVE":
        call(owner, server, "POST", "/api/inventory", letter=letter, size="4ft", quantity=5, pricePerDay=25)
    call(owner, server, "PATCH", "/api/price-list", depositFlat=50)
    first = next_summer()
    made = call(
        owner,
        server,
        "POST",
        "/api/bookings",
        message="LOVE",
        size="4ft",
        customerName="Ada Lovelace",
        customerEmail="ada@example.com",
        deliveryDate=first.isoformat(),
        pickupDate=first.replace(day=3).isoformat(),
        addOns={"lighting": True, "stand": False},
    )
    call(owner, server, "PATCH", f"/api/bookings/{made['id']}/status", status="confirmed")
    link = call(owner, server, "POST", f"/api/bookings/{made['id']}/customer-link")["link"]
    return made["id"], "/b/" + link.rpartition("/")[2]


def test_onboarding_card_payment_partial_refund_and_split_payment(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext]
):
    booking, path = a_booking(owner, server)
    customer = profile(width=360, dark=True).new_page()
    customer.set_default_timeout(TIMEOUT)
    customer.goto(f"{server.url}{path}")
    payment = customer.get_by_role("region", name="Payment")
    expect(payment.get_by_text("Please pay Bright Co. directly")).to_be_visible()

    # The business connects its account, leaves early, returns and finishes.
    owner.goto(f"{server.url}/settings?tab=payments")
    owner.get_by_role("button", name="Connect with Stripe").click()
    owner.get_by_role("button", name="Complete Onboarding").click()
    owner.get_by_role("button", name="Leave early").click()
    expect(owner.get_by_text("Onboarding not finished").first).to_be_visible()
    owner.get_by_role("button", name="Complete Onboarding").click()
    owner.get_by_role("button", name="Finish", exact=True).click()
    expect(owner.get_by_text("Connected", exact=True)).to_be_visible()

    # The customer pays the deposit: declined first, then paid.
    customer.reload()
    payment.get_by_role("button", name="Pay Deposit of $50.00").click()
    pay(payment, customer, DECLINED)
    expect(payment.get_by_role("alert")).to_have_text("Your card was declined.")
    expect(payment.get_by_role("button", name=re.compile("^Pay "))).to_be_focused()
    assert serious_faults(customer) == []
    pay(payment, customer, PAYS)
    expect(payment.get_by_text("Thank you! $50.00 has been paid.")).to_be_visible()

    # The bank requires a challenge for the balance; the business's open page updates live.
    owner.goto(f"{server.url}/bookings?id={booking}")
    money = owner.get_by_role("region", name="Payment", exact=True)
    expect(money.get_by_text("Partly paid")).to_be_visible()
    expect(money.get_by_text("Balance Due$200.00")).to_be_visible()
    payment.get_by_role("button", name="Pay Balance of $200.00").click()
    pay(payment, customer, CHALLENGE)
    customer.wait_for_url(re.compile("/3ds/"))
    customer.get_by_role("button", name="Complete").click()
    customer.wait_for_url(re.compile("/b/"))
    expect(payment.get_by_text("Thank you!")).to_be_visible()
    assert "payment_intent" not in customer.url
    expect(money.get_by_text("Paid in full")).to_be_visible()

    # The business refunds a part.
    money.get_by_role("button", name=re.compile("^Refund: Card Visa.*200")).click()
    asking = owner.get_by_role("dialog", name=re.compile("^Refund: Card"))
    asking.get_by_label("Amount (USD)").fill("20.50")
    assert serious_faults(owner) == []
    asking.get_by_role("switch", name="The customer will pay again").click()
    asking.get_by_role("button", name="Refund $20.50").click()
    expect(money.get_by_text("Returned")).to_be_visible()
    expect(money.get_by_text("Refunded−$20.50")).to_be_visible()
    expect(money.get_by_text("Balance Due$20.50")).to_be_visible()

    # The customer's mother pays that by a separate link; her bank requires a challenge.
    customer.reload()
    payment.get_by_role("button", name="Split the payment").click()
    payment.get_by_label("Who pays?").fill("Mom")
    payment.get_by_label("Amount (USD)").fill("20.50")
    payment.get_by_role("button", name="Create Link").click()
    expect(payment.get_by_text("Not paid yet")).to_be_visible()
    assert serious_faults(customer) == []
    (share,) = call(owner, server, "GET", f"/api/bookings/{booking}/shares")["shares"]
    mother = profile(width=360).new_page()
    mother.set_default_timeout(TIMEOUT)
    mother.goto(f"{server.url}/s/{share['link'].rpartition('/')[2]}")
    mother.get_by_role("button", name="Pay $20.50").click()
    pay(mother.get_by_role("region", name="Pay your share"), mother, CHALLENGE)
    mother.wait_for_url(re.compile("/3ds/"))
    mother.get_by_role("button", name="Complete").click()
    mother.wait_for_url(re.compile("/s/"))
    expect(mother.get_by_role("heading", name="Thank you, Mom!")).to_be_visible()
    assert "payment_intent" not in mother.url
    assert serious_faults(mother) == []
    expect(money.get_by_text("Paid in full")).to_be_visible()
    expect(money.get_by_text("by Mom")).to_be_visible()


def connect(owner: Page, server: LiveServer, standin: StandIn) -> None:
    """Enable card payments for the business."""
    call(owner, server, "POST", "/api/stripe-connect/create-account")
    standin.press(call(owner, server, "POST", "/api/stripe-connect/account-link")["url"], "finish")
    call(owner, server, "GET", "/api/stripe-connect/account-status")


def sell_one_love(owner: Page, server: LiveServer, standin: StandIn) -> None:
    """Enable card payments, a deposit of 50, and stock for one booking of LOVE at a time, without approval."""
    connect(owner, server, standin)
    call(owner, server, "PATCH", "/api/booking-rules", approvalRequired=False)
    for letter in "LOVE":
        call(owner, server, "POST", "/api/inventory", letter=letter, size="4ft", quantity=1, pricePerDay=25)
    call(owner, server, "PATCH", "/api/price-list", depositFlat=50)


def send_form(visitor: Page, server: LiveServer, key: str, name: str) -> None:
    """Fill in the public form for LOVE on days of next summer, and send it from an address of this person's own.

    The address matters: whoever asks for the same letters with the same address resumes their own hold.
    """
    first = next_summer()
    visitor.goto(f"{server.url}/booking?userId={key}")
    visitor.get_by_label("Message", exact=True).fill("LOVE")
    for label, text in {
        "Delivery Date": first.strftime("%m/%d/%Y"),
        "Pickup Date": first.replace(day=3).strftime("%m/%d/%Y"),
        "Your Name": name,
        "Email": f"{name.split(maxsplit=1)[0].lower()}@example.com",
        "Street Address": "1 Main Street",
        "City": "Albany",
    }.items():
        visitor.get_by_label(label, exact=True).fill(text)
    visitor.get_by_label("Email", exact=True).press("Tab")
    visitor.get_by_role("button", name="Submit Booking Request").click()


def test_prepaid_booking_payment_request_dispute_and_cancellation_by_terms(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext], standin: StandIn
):
    sell_one_love(owner, server, standin)
    terms = {"collectAtBooking": "deposit", "cancellation": [{"daysBefore": 0, "keepPercent": 50}]}
    call(owner, server, "PATCH", "/api/payment-policy", **terms)
    key = call(owner, server, "GET", "/api/user")["publicKey"]

    # The letters are held while the visitor pays: another visitor cannot get them.
    visitor, other = profile(width=360).new_page(), profile().new_page()
    send_form(visitor, server, key, "Grace Hopper")
    expect(visitor.get_by_text("Your letters are held. Pay to confirm.")).to_be_visible()
    send_form(other, server, key, "Alan Turing")
    expect(other.get_by_text(re.compile("L, O, V and E")).first).to_be_visible()

    # On the booking's page: declined, then a bank challenge, then booked. The form shows it too.
    with visitor.expect_popup() as opened:
        visitor.get_by_role("link", name="Open your booking page").click()
    page = opened.value
    page.set_default_timeout(TIMEOUT)
    expect(page.get_by_role("heading", name="Pay to confirm your booking")).to_be_visible()
    payment = page.get_by_role("region", name="Payment")
    payment.get_by_role("button", name="Pay Deposit of $50.00").click()
    pay(payment, page, DECLINED)
    expect(payment.get_by_role("alert")).to_have_text("Your card was declined.")
    expect(page.get_by_role("heading", name="Pay to confirm your booking")).to_be_visible()
    pay(payment, page, CHALLENGE)
    page.wait_for_url(re.compile("/3ds/"))
    page.get_by_role("button", name="Complete").click()
    page.wait_for_url(re.compile("/b/"))
    expect(page.get_by_role("heading", name="Your sign is booked")).to_be_visible()
    assert serious_faults(page) == []
    visitor.reload()
    expect(visitor.get_by_role("heading", name="Your booking is confirmed!")).to_be_visible()

    # The business requests part of the balance; the customer's link offers that amount.
    booking = call(owner, server, "GET", "/api/bookings?limit=1")["items"][0]
    owner.goto(f"{server.url}/bookings?id={booking['id']}")
    money = owner.get_by_role("region", name="Payment", exact=True)
    expect(money.get_by_text("Partly paid")).to_be_visible()
    money.get_by_role("button", name="Request Payment").click()
    asking = owner.get_by_role("dialog", name="Request Payment")
    asking.get_by_label("Amount (USD)").fill("100")
    asking.get_by_role("button", name="Send Request").click()
    expect(owner.get_by_text("Payment of $100.00 requested")).to_be_visible()
    rest = booking["balanceDue"]
    page.goto(f"{page.url}?pay=100.00&of={rest:.2f}")
    payment.get_by_role("button", name="Pay $100.00").click()
    pay(payment, page, PAYS)
    expect(payment.get_by_text("Thank you! $100.00 has been paid.")).to_be_visible()

    # The bank opens an inquiry, and the business sees the response deadline.
    intents = [one for one in standin.objects("payment_intent") if one["status"] == "succeeded"]
    standin.dispute(f"{intents[-1]['id']}_secret_")
    expect(money.get_by_text("Disputed", exact=True).first).to_be_visible()
    expect(money.get_by_role("link", name="Respond in Stripe")).to_be_visible()
    assert serious_faults(owner) == []
    standin.dispute(f"{intents[-1]['id']}_secret_", "won")
    expect(money.get_by_text("Received, dispute won")).to_be_visible()

    # The business cancels: the terms keep half, the rest is refunded, and the customer sees both.
    owner.get_by_role("button", name="Cancel Booking").click()
    question = owner.get_by_role("alertdialog", name=re.compile("^Cancel booking"))
    kept = booking["totalPrice"] / 2
    expect(question.get_by_label("Cancellation Fee (USD)")).to_have_value(f"{kept:.2f}")
    expect(question.get_by_text(f"${kept:,.2f} under this booking's terms.")).to_be_visible()
    assert serious_faults(owner) == []
    question.get_by_role("button", name=f"Cancel and Refund ${150 - kept:.2f}").click()
    expect(money.get_by_text(re.compile(rf"^Cancellation Fee.*\${kept:,.2f}$"))).to_be_visible()
    expect(money.get_by_text(f"Refunded−${150 - kept:.2f}")).to_be_visible()
    page.reload()
    expect(page.get_by_text(f"The cancellation fee is ${kept:,.2f}.")).to_be_visible()


def test_card_is_authorized_with_the_request_and_charged_when_the_business_confirms(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext], standin: StandIn
):
    sell_one_love(owner, server, standin)
    call(owner, server, "PATCH", "/api/booking-rules", approvalRequired=True)
    call(owner, server, "PATCH", "/api/payment-policy", collectAtBooking="deposit")
    key = call(owner, server, "GET", "/api/user")["publicKey"]
    visitor = profile(width=360).new_page()
    send_form(visitor, server, key, "Grace Hopper")
    expect(visitor.get_by_text("Your letters are held. Enter your card to send your request.")).to_be_visible()
    button = visitor.get_by_role("button", name="Authorize $50.00")
    expect(button).to_be_enabled()
    type_card(visitor, PAYS)
    button.click()
    authorized = re.compile(r"^Your card is authorized for \$50\.00\.")
    expect(visitor.get_by_text(authorized)).to_be_visible()
    with visitor.expect_popup() as opened:
        visitor.get_by_role("link", name="Open your booking page").click()
    page = opened.value
    page.set_default_timeout(TIMEOUT)
    expect(page.get_by_role("heading", name="Request sent")).to_be_visible()
    expect(page.get_by_text(authorized).first).to_be_visible()
    assert serious_faults(page) == []

    booking = call(owner, server, "GET", "/api/bookings?limit=1")["items"][0]
    owner.goto(f"{server.url}/bookings?id={booking['id']}")
    expect(
        owner.get_by_text(re.compile(r"^Card authorized for \$50\.00 until .*; confirming charges it\.$"))
    ).to_be_visible()
    expect(owner.get_by_role("region", name="Payment", exact=True).get_by_text("Authorized")).to_be_visible()
    assert serious_faults(owner) == []
    owner.get_by_role("button", name="Confirm Booking").click()
    expect(owner.get_by_text("Booking confirmed")).to_be_visible()
    assert call(owner, server, "GET", f"/api/bookings/{booking['id']}")["received"] == 50
    page.reload()
    expect(page.get_by_role("heading", name="Your sign is booked")).to_be_visible()


def test_request_sent_without_card_payments_is_paid_later_on_its_page(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext], standin: StandIn
):
    sell_one_love(owner, server, standin)
    call(owner, server, "PATCH", "/api/payment-policy", collectAtBooking="deposit")
    key = call(owner, server, "GET", "/api/user")["publicKey"]
    visitor = profile(width=360).new_page()
    visitor.set_default_timeout(TIMEOUT)
    for match in ("POST /v1/payment_intents", "GET /v1/accounts"):
        standin.fault("500", match, times=1000)
    try:
        send_form(visitor, server, key, "Grace Hopper")
        expect(
            visitor.get_by_text("Your letters are held, but card payments are not available right now.")
        ).to_be_visible()
        expect(visitor.get_by_text(re.compile("we'll email a payment link to grace@example.com"))).to_be_visible()
        with visitor.expect_popup() as opened:
            visitor.get_by_role("link", name="Open your booking page").click()
        page = opened.value
        page.set_default_timeout(TIMEOUT)
        payment = page.get_by_role("region", name="Payment")
        payment.get_by_role("button", name="Pay Deposit of $50.00").click()
        expect(payment.get_by_role("alert")).to_be_visible()
    finally:
        standin.mend()

    payment.get_by_role("button", name="Try Again").click()
    pay(payment, page, PAYS)
    expect(page.get_by_role("heading", name="Your sign is booked")).to_be_visible()
    assert call(owner, server, "GET", "/api/bookings?limit=1")["items"][0]["status"] == "confirmed"
    visitor.reload()
    expect(visitor.get_by_role("heading", name="Your booking is confirmed!")).to_be_visible()


def change_time(server: LiveServer, table: str, booking: int, **moments: timedelta) -> None:
    """Set times of a booking, in its own row or its holds, relative to now."""
    now = datetime.now(UTC)
    values = {name: f"{now + distance:%Y-%m-%dT%H:%M:%S.%fZ}" for name, distance in moments.items()}
    holder = "id" if table == "bookings" else "holder_id"
    setting = ", ".join(f"{name} = :{name}" for name in values)
    with closing(sqlite3.connect(server.database_url.removeprefix("sqlite:///"), timeout=30)) as database, database:
        database.execute(f"UPDATE {table} SET {setting} WHERE {holder} = :booking", values | {"booking": booking})


def test_payment_after_losing_the_letters_is_refunded_and_overdue_deposit_is_requested(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext], standin: StandIn
):
    sell_one_love(owner, server, standin)
    call(owner, server, "PATCH", "/api/payment-policy", collectAtBooking="deposit")
    first = next_summer()
    wanted = {
        "userId": call(owner, server, "GET", "/api/user")["publicKey"],
        "message": "LOVE",
        "size": "4ft",
        "deliveryDate": first.isoformat(),
        "pickupDate": first.replace(day=3).isoformat(),
        "customerName": "Grace Hopper",
        "customerEmail": "grace@example.com",
        "address": {"street": "1 Main Street", "city": "Albany"},
    }
    visitor, late = profile(width=360).new_page(), profile(width=360, dark=True).new_page()
    placed = call(visitor, server, "POST", "/api/bookings", **wanted)

    def customers_page(booking: int) -> str:
        link = call(owner, server, "POST", f"/api/bookings/{booking}/customer-link")["link"]
        return f"{server.url}/b/{link.rpartition('/')[2]}"

    # The card form is open when the payment deadline passes; another customer takes the letters.
    visitor.goto(customers_page(placed["id"]))
    payment = visitor.get_by_role("region", name="Payment")
    payment.get_by_role("button", name="Pay Deposit of $50.00").click()
    expect(payment.get_by_label("Card number")).to_be_visible()
    over = timedelta(minutes=-1)
    change_time(server, "bookings", placed["id"], hold_expires_at=over, pay_by=over)
    change_time(server, "letter_holds", placed["id"], expires_at=over)
    taken = call(owner, server, "POST", "/api/bookings", **wanted | {"customerName": "Alan Turing"})
    pay(payment, visitor, PAYS)
    expect(visitor.get_by_text("This booking was canceled before your payment arrived.")).to_be_visible()
    expect(visitor.get_by_text("$50.00 will be refunded to your card.")).to_be_visible()
    assert serious_faults(visitor) == []

    # Three days later the other booking's deposit is overdue; the business requests it, and the customer pays.
    change_time(server, "bookings", taken["id"], created_at=timedelta(days=-3))
    owner.goto(f"{server.url}/dashboard")
    overdue = owner.get_by_role("region", name="Overdue")
    expect(overdue.get_by_text("Alan Turing, since")).to_be_visible()
    assert serious_faults(owner) == []
    overdue.get_by_role("link", name=re.compile("LOVE")).click()
    owner.get_by_role("button", name="Request Payment").click()
    asking = owner.get_by_role("dialog", name="Request Payment")
    asking.get_by_label("Amount (USD)").fill("50")
    asking.get_by_role("button", name="Send Request").click()
    expect(owner.get_by_text("Payment of $50.00 requested")).to_be_visible()
    late.goto(customers_page(taken["id"]))
    payment = late.get_by_role("region", name="Payment")
    payment.get_by_role("button", name="Pay Deposit of $50.00").click()
    pay(payment, late, PAYS)
    expect(payment.get_by_text("Thank you! $50.00 has been paid.")).to_be_visible()
    owner.goto(f"{server.url}/dashboard")
    expect(owner.get_by_role("heading", name="Upcoming")).to_be_visible()
    expect(overdue).to_have_count(0)


def test_plan_payment_is_declined_paid_canceled_and_resumed(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext]
):
    offer(profile, server, name="Studio")
    choose(owner, server, "Studio")

    pay(owner, owner, DECLINED)
    expect(owner.get_by_role("alert")).to_contain_text("Your card was declined.")
    expect(owner.get_by_role("button", name="Pay $29.00")).to_be_focused()
    pay(owner, owner, PAYS)
    expect(owner.get_by_role("heading", name="Payment Successful!")).to_be_visible()

    # The webhook activates it, and the open page updates live.
    owner.goto(f"{server.url}/subscription")
    owner.get_by_role("button", name="Cancel Subscription").click()
    owner.get_by_role("alertdialog").get_by_role("button", name="Cancel Subscription").click()
    expect(owner.get_by_text("Your subscription will cancel at", exact=False)).to_be_visible()
    owner.get_by_role("button", name="Resume Subscription").click()
    expect(owner.get_by_role("button", name="Cancel Subscription")).to_be_visible()


def test_plan_is_changed_after_showing_its_amounts(
    server: LiveServer, owner: Page, profile: Callable[..., BrowserContext]
):
    offer(profile, server, name="Duo")
    offer(profile, server, name="Trio", price=5900)
    choose(owner, server, "Duo")
    pay(owner, owner, PAYS)
    expect(owner.get_by_role("heading", name="Payment Successful!")).to_be_visible()

    owner.goto(f"{server.url}/subscription")
    large = owner.get_by_role("listitem").filter(has=owner.get_by_role("heading", name="Trio", exact=True))
    large.get_by_role("button", name="Change Plan").click()
    question = owner.get_by_role("alertdialog", name="Change to Trio")
    expect(question.get_by_role("region", name="Amounts")).to_contain_text(re.compile(r"Due now\$(30\.00|29\.99)"))
    assert serious_faults(owner) == []
    question.get_by_role("button", name="Change and Pay").click()

    expect(owner.get_by_text("You are now on the Trio plan.")).to_be_visible()
    expect(large.get_by_role("button", name="Current Plan")).to_be_disabled()
    history = owner.get_by_role("region", name="Payment History").get_by_role("row")
    expect(history).to_have_count(3)
    expect(history.nth(1)).to_contain_text(re.compile(r"\$(30\.00|29\.99)Succeeded"))


def test_card_added_during_a_trial_with_bank_challenge_pays_at_its_end(
    server: LiveServer, standin: StandIn, owner: Page, profile: Callable[..., BrowserContext]
):
    offer(profile, server, name="Atelier", trialDays=14)
    choose(owner, server, "Atelier")
    owner.get_by_role("button", name="Add Card").click()
    save = owner.get_by_role("button", name="Save Card")
    expect(owner.get_by_text("Nothing is charged now.", exact=False)).to_be_visible()

    def send(number: str) -> None:
        expect(save).to_be_enabled()
        type_card(owner, number)
        save.click()

    send(DECLINED)
    expect(owner.get_by_role("alert")).to_contain_text("Your card was declined.")
    assert serious_faults(owner) == []
    # Bank challenge: the page is reloaded in the middle, the challenge fails first, and the same form is used again.
    send(CHALLENGE)
    owner.wait_for_url(re.compile("/3ds/"))
    owner.reload()
    owner.get_by_role("button", name="Fail").click()
    expect(owner.get_by_role("alert")).to_contain_text("We are unable to authenticate")
    send(CHALLENGE)
    owner.wait_for_url(re.compile("/3ds/"))
    owner.get_by_role("button", name="Complete").click()
    owner.wait_for_url(re.compile("/subscription$"))
    own = owner.get_by_role("definition").filter(has_text="Visa ending in 3155")
    expect(own).to_be_visible()

    standin.advance(days=14.1)
    expect(owner.get_by_text("Active", exact=True)).to_be_visible()
    history = owner.get_by_role("region", name="Payment History").get_by_role("row")
    expect(history.nth(1)).to_contain_text("$29.00SucceededVisa ending in 3155")


def test_trial_ends_plan_renews_and_a_failing_card_is_replaced(
    server: LiveServer, standin: StandIn, owner: Page, profile: Callable[..., BrowserContext]
):
    offer(profile, server, name="Workshop", trialDays=14)
    choose(owner, server, "Workshop")
    paid = owner.get_by_role("heading", name="Payment Successful!")
    history = owner.get_by_role("region", name="Payment History").get_by_role("row")
    active = owner.get_by_text("Active", exact=True)
    expect(owner.get_by_text("Trial", exact=True)).to_be_visible()
    expect(owner.get_by_text("No payment history available.")).to_be_visible()

    # The trial ends, and its invoice follows an hour later: the open page asks for the first payment.
    standin.advance(days=14.1)
    expect(owner.get_by_text("Your trial is over", exact=False)).to_be_visible()
    expect(history.nth(1)).to_contain_text("$29.00FailedThere was no card to charge.")
    assert serious_faults(owner) == []
    owner.get_by_role("button", name="Complete Payment").click()
    expect(owner.get_by_text("Total: $29.00")).to_be_visible()
    pay(owner, owner, FAILS_LATER)
    expect(paid).to_be_visible()
    owner.goto(f"{server.url}/subscription")
    expect(active).to_be_visible()
    expect(history.nth(1)).to_contain_text("$29.00SucceededVisa ending in 0341")

    # The card fails at the renewal. Another one pays, and becomes the default.
    standin.advance(days=31)
    expect(owner.get_by_text("Past Due", exact=True)).to_be_visible()
    expect(history).to_have_count(3)
    expect(history.nth(1)).to_contain_text("$29.00FailedYour card was declined.")
    expect(owner.get_by_role("button", name="End Subscription")).to_be_visible()
    owner.get_by_role("button", name="Update Card").click()
    pay(owner, owner, OTHER)
    expect(paid).to_be_visible()
    owner.goto(f"{server.url}/subscription")
    expect(active).to_be_visible()

    # It renews with that card; the invoice is available.
    standin.advance(days=31)
    expect(history).to_have_count(4)
    expect(history.nth(1)).to_contain_text("$29.00SucceededMastercard ending in 4444")
    expect(active).to_be_visible()
    with owner.expect_popup() as opening:
        history.nth(1).get_by_role("link", name="View invoice").click()
    expect(opening.value.get_by_text("$29.00").first).to_be_visible()
