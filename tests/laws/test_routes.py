"""The whole policy in one table: every route, who may call it, and what becomes of a foreign and of an unknown id.

A route that is missing from the table fails (A4, A5). Whoever may not reach a row learns nothing about it: a foreign
id and an unknown one are answered alike, and the victim's rows stay as they were.
"""

from collections.abc import Callable, Iterable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from marqueedesk.app import create_app
from marqueedesk.settings import Settings
from tests.laws.route_world import (
    ITEM,
    KEYS,
    MAIL,
    NO_PASSKEY,
    PACKAGE,
    PICTURE,
    UNKNOWN,
    VENUE,
    Row,
    World,
    a_booking,
    a_booking_link,
    a_canceled_trial,
    a_change_request,
    a_changed_invoice,
    a_confirmed_booking,
    a_confirmed_booking_link,
    a_customers_share,
    a_device,
    a_discount_code,
    a_feed,
    a_handover,
    a_letter,
    a_link,
    a_mail,
    a_new_code,
    a_new_letter,
    a_package,
    a_passkey,
    a_payment,
    a_photo,
    a_picture,
    a_plan,
    a_plan_payment,
    a_proposed_charge,
    a_public_key,
    a_quote,
    a_replaced_invoice,
    a_sent_version,
    a_share,
    a_share_link,
    a_shared_form,
    a_tagged_piece,
    a_trial,
    a_user,
    a_venue,
    a_waiting_link,
    an_account_email,
    an_email_sender,
    an_invitation,
    an_invitation_link,
    an_invoiced_booking,
    an_invoiced_booking_link,
    an_item,
    an_item_outage,
    an_outage,
    asks_for_terms,
    booking_for_the_owner,
    enter,
    fixed,
    in_a_month,
    some_invitation,
    some_request,
    the_first_plan,
    the_logo,
    to_wait,
    whose,
    whose_key,
    whose_month,
)
from tests.support.api import PASSWORD, Api, booking_body, made
from tests.support.contract import document_of

PLAN_CHANGE = {"planId": UNKNOWN, "at": "2026-11-24T12:00:00Z", "dueNow": 0}
TABLE: dict[tuple[str, str], Row] = {
    # Anybody's
    ("GET", "/healthz"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/readyz"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/metrics"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/api/docs"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/api/site"): Row(200, 200, admin=200, nobody=200),
    ("POST", "/api/register"): Row(
        409,
        409,
        admin=409,
        nobody=409,
        body=fixed({"email": "owner@example.com", "password": PASSWORD, "companyName": "Taken"}),
    ),
    ("POST", "/api/login"): Row(
        401, 401, admin=401, nobody=401, body=fixed({"email": "owner@example.com", "password": "not the password"})
    ),
    ("GET", "/api/booking-form"): Row(200, 200, admin=200, nobody=200, query=whose),
    ("GET", "/api/availability/calendar"): Row(200, 200, admin=200, nobody=200, query=whose_month),
    ("POST", "/api/estimate"): Row(200, 200, admin=200, nobody=200, body=booking_for_the_owner),
    # Staff take no bookings, and by naming the business they do not become its visitors.
    ("POST", "/api/bookings"): Row(201, 403, admin=201, nobody=201, body=booking_for_the_owner),
    ("GET", "/api/venues"): Row(200, 200, admin=200, nobody=200, query=whose),
    ("GET", "/api/public/catalog"): Row(200, 200, admin=200, nobody=200, query=whose_key),
    ("GET", "/api/public/item-pictures/{key}/{tag}"): Row(200, 200, admin=200, nobody=200, target=a_picture),
    ("GET", "/api/public/logos/{public_key}"): Row(
        200, 200, admin=200, nobody=200, target=a_public_key, before=the_logo
    ),
    ("GET", "/api/public/terms/{public_key}"): Row(
        200, 200, admin=200, nobody=200, target=a_public_key, before=asks_for_terms
    ),
    ("GET", "/api/public/plans"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/api/public/pictures/{shared}/{key}"): Row(200, 200, admin=200, nobody=200, target=a_shared_form),
    # One's own
    ("POST", "/api/logout"): Row(204, 204, admin=204, nobody=204),
    ("GET", "/api/user"): Row(200, 200, admin=200),
    ("PATCH", "/api/user/{user_id}"): Row(
        200, 404, admin=404, target=a_user, personal=True, body=fixed({"username": "Someone"})
    ),
    ("POST", "/api/change-password"): Row(
        200,
        200,
        admin=200,
        body=fixed({"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"}),
    ),
    ("GET", "/api/sign-ins"): Row(200, 200, admin=200),
    ("POST", "/api/reauthenticate"): Row(204, 204, admin=204, body=fixed({"password": PASSWORD})),
    ("GET", "/api/second-factor"): Row(200, 200, admin=200),
    ("POST", "/api/second-factor/totp"): Row(200, 200, admin=200),
    ("POST", "/api/second-factor/totp/confirm"): Row(409, 409, admin=409, body=fixed({"code": "123456"})),
    ("DELETE", "/api/second-factor/totp"): Row(409, 409, admin=409),
    ("POST", "/api/second-factor/recovery-codes"): Row(409, 409, admin=409),
    ("DELETE", "/api/second-factor/devices/{device_id}"): Row(204, 404, admin=404, target=a_device, personal=True),
    ("GET", "/api/second-factor/passkeys"): Row(200, 200, admin=200),
    ("POST", "/api/second-factor/passkeys/options"): Row(200, 200, admin=200),
    ("POST", "/api/second-factor/passkeys"): Row(400, 400, admin=400, body=fixed({"credential": NO_PASSKEY})),
    ("PATCH", "/api/second-factor/passkeys/{passkey_id}"): Row(
        200, 404, admin=404, target=a_passkey, personal=True, body=fixed({"name": "My phone"})
    ),
    ("DELETE", "/api/second-factor/passkeys/{passkey_id}"): Row(204, 404, admin=404, target=a_passkey, personal=True),
    ("POST", "/api/reauthenticate/passkey-options"): Row(409, 409, admin=409),
    ("POST", "/api/login/passkey-options"): Row(401, 401, admin=401, nobody=401, body=fixed({"ticket": "1.2.3"})),
    ("POST", "/api/login/second-factor"): Row(
        401, 401, admin=401, nobody=401, body=fixed({"ticket": "1.2.3", "code": "123456"})
    ),
    ("POST", "/api/email/confirmation"): Row(202, 202, admin=202),
    ("POST", "/api/email/confirm"): Row(404, 404, admin=404, nobody=404, body=fixed({"token": "a" * 39})),
    ("POST", "/api/email/undo"): Row(404, 404, admin=404, nobody=404, body=fixed({"token": "a" * 39})),
    ("POST", "/api/sign-ins/end-others"): Row(204, 204, admin=204),
    # A forgotten password: nobody has to be signed in
    ("POST", "/api/password/forgot"): Row(204, 204, admin=204, nobody=204, body=fixed({"email": "nobody@example.com"})),
    ("POST", "/api/password/reset"): Row(
        404,
        404,
        admin=404,
        nobody=404,
        body=fixed({"token": "a" * 39, "newPassword": "another horse", "confirmPassword": "another horse"}),
    ),
    # What was said to customers, which is money too, and what is set about it
    ("GET", "/api/messages"): Row(200, 403),
    ("GET", "/api/email-status"): Row(200, 403),
    ("GET", "/api/messages/{mail_id}"): Row(200, 403, target=a_mail),
    ("POST", "/api/messages/{mail_id}/send-again"): Row(202, 403, target=a_mail),
    ("GET", "/api/message-settings"): Row(200, 403),
    ("PATCH", "/api/message-settings"): Row(200, 403, body=fixed({"reminderDays": 2})),
    ("PATCH", "/api/message-settings/{kind}"): Row(200, 403, body=fixed({"greeting": "Hello,"})),
    ("POST", "/api/message-settings/{kind}/preview"): Row(200, 403, body=fixed({})),
    # The business's
    ("GET", "/api/events"): Row(200, 200, query=fixed({"seconds": "0"})),
    ("GET", "/api/notifications"): Row(200, 200),
    ("GET", "/api/bookings/{booking_id}/customer"): Row(200, 200, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/customer-link"): Row(200, 403, target=a_booking, body=fixed({})),
    ("POST", "/api/bookings/{booking_id}/change-requests/{request_id}/answer"): Row(
        200, 403, target=a_change_request, body=fixed({"outcome": "made"})
    ),
    ("GET", "/api/calendar-feed"): Row(200, 403),
    ("POST", "/api/calendar-feed"): Row(200, 403),
    ("DELETE", "/api/calendar-feed"): Row(204, 403),
    ("POST", "/api/notifications/read"): Row(200, 200, body=fixed({"ids": [1]})),
    ("GET", "/api/bookings"): Row(200, 200),
    ("GET", "/api/search"): Row(200, 200, query=fixed({"q": "ada"})),
    ("GET", "/api/bookings/counts"): Row(200, 200),
    ("GET", "/api/bookings/calendar"): Row(200, 200, query=fixed({"from": "2027-05-30", "to": "2027-07-03"})),
    ("GET", "/api/bookings/{booking_id}"): Row(200, 200, target=a_booking),
    ("PATCH", "/api/bookings/{booking_id}"): Row(200, 200, target=a_booking, body=fixed({"notes": "Back door"})),
    ("PATCH", "/api/bookings/{booking_id}/status"): Row(
        200, 403, target=a_booking, body=fixed({"status": "confirmed"})
    ),
    ("POST", "/api/bookings/bulk"): Row(200, 403, body=fixed({"action": "confirm", "ids": [1]})),
    ("POST", "/api/bookings/{booking_id}/duplicate"): Row(
        201, 403, target=a_booking, body=fixed({"deliveryDate": "2027-07-01", "pickupDate": "2027-07-02"})
    ),
    ("POST", "/api/bookings/{booking_id}/edit-preview"): Row(
        200, 403, target=a_booking, body=fixed({"notes": "The gate is on the left"})
    ),
    ("GET", "/api/bookings/{booking_id}/confirmation.pdf"): Row(200, 403, target=a_confirmed_booking),
    ("POST", "/api/bookings/{booking_id}/invoice/send"): Row(202, 403, target=an_invoiced_booking),
    ("POST", "/api/bookings/{booking_id}/invoice"): Row(201, 403, target=a_confirmed_booking),
    ("GET", "/api/bookings/{booking_id}/invoice"): Row(200, 403, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/invoice/replace"): Row(
        201, 403, target=a_changed_invoice, body=fixed({"send": False})
    ),
    ("GET", "/api/bookings/{booking_id}/invoices/{number}.pdf"): Row(200, 403, target=a_replaced_invoice),
    ("GET", "/api/bookings/{booking_id}/invoice.pdf"): Row(200, 403, target=an_invoiced_booking),
    ("GET", "/api/bookings/{booking_id}/cancellation"): Row(200, 403, target=a_booking),
    ("GET", "/api/bookings/{booking_id}/payments"): Row(200, 403, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/payments"): Row(
        201, 403, target=a_booking, body=fixed({"kind": "cash", "amount": 10})
    ),
    ("POST", "/api/bookings/{booking_id}/payment-request"): Row(
        202, 403, target=an_invoiced_booking, body=fixed({"amount": 10})
    ),
    ("GET", "/api/bookings/{booking_id}/shares"): Row(200, 403, target=a_confirmed_booking),
    ("POST", "/api/bookings/{booking_id}/shares"): Row(
        201, 403, target=a_confirmed_booking, body=fixed({"name": "Mom", "amount": 10})
    ),
    ("DELETE", "/api/bookings/{booking_id}/shares/{share_id}"): Row(200, 403, target=a_share),
    ("POST", "/api/bookings/{booking_id}/payments/{payment_id}/refund"): Row(
        200, 403, target=a_payment, body=fixed({"amount": 1})
    ),
    ("POST", "/api/bookings/{booking_id}/payments/{payment_id}/void"): Row(200, 403, target=a_payment),
    ("POST", "/api/bookings/cancel"): Row(200, 403, body=some_request),
    ("GET", "/api/inventory"): Row(200, 200),
    ("POST", "/api/inventory"): Row(201, 403, body=a_new_letter),
    ("PATCH", "/api/inventory/{item_id}"): Row(200, 403, target=a_letter, body=fixed({"quantity": 7})),
    ("DELETE", "/api/inventory/{item_id}"): Row(204, 403, target=a_letter),
    ("GET", "/api/inventory/{item_id}/outages"): Row(200, 200, target=a_letter),
    ("POST", "/api/inventory/{item_id}/outages"): Row(
        201, 403, target=a_letter, body=fixed({"count": 1, "firstDay": "2027-06-01", "lastDay": "2027-06-02"})
    ),
    ("DELETE", "/api/inventory/{item_id}/outages/{outage_id}"): Row(204, 403, target=an_outage),
    ("POST", "/api/venues"): Row(201, 403, body=fixed(VENUE)),
    ("PATCH", "/api/venues/{venue_id}"): Row(200, 403, target=a_venue, body=fixed({"name": "Great Hall"})),
    ("DELETE", "/api/venues/{venue_id}"): Row(204, 403, target=a_venue),
    ("GET", "/api/payment-policy"): Row(200, 403),
    ("PATCH", "/api/payment-policy"): Row(200, 403, body=fixed({})),
    ("POST", "/api/payment-policy/preview"): Row(200, 403, body=fixed({})),
    ("GET", "/api/payouts"): Row(200, 403, manager=403),
    ("GET", "/api/payouts.csv"): Row(200, 403, manager=403),
    ("GET", "/api/reports/due"): Row(200, 403),
    ("GET", "/api/discount-codes"): Row(200, 403),
    ("POST", "/api/discount-codes"): Row(201, 403, body=a_new_code),
    ("PATCH", "/api/discount-codes/{code_id}"): Row(200, 403, target=a_discount_code, body=fixed({"uses": 5})),
    ("GET", "/api/price-list"): Row(200, 403),
    ("PATCH", "/api/inventory/{item_id}/outages/{outage_id}"): Row(
        200, 403, target=an_outage, body=fixed({"lastDay": None})
    ),
    ("GET", "/api/at-risk"): Row(200, 200),
    ("GET", "/api/outages"): Row(200, 200),
    ("GET", "/api/reports/buy-next"): Row(200, 403),
    ("GET", "/api/reports/spare-letters"): Row(200, 403),
    ("GET", "/api/reports/funnel"): Row(200, 403),
    ("GET", "/api/waiting-list"): Row(200, 200),
    ("POST", "/api/public/waiting-list"): Row(201, 201, admin=201, nobody=201, body=to_wait),
    ("GET", "/api/public/waiting-list/{token}"): Row(200, 200, admin=200, nobody=200, target=a_waiting_link),
    ("POST", "/api/public/waiting-list/{token}"): Row(
        200, 200, admin=200, nobody=200, target=a_waiting_link, body=fixed({"action": "withdraw"})
    ),
    ("GET", "/api/public/waiting-list/{token}/unsubscribe"): Row(
        303, 303, admin=303, nobody=303, target=a_waiting_link
    ),
    ("POST", "/api/public/waiting-list/{token}/unsubscribe"): Row(
        204, 204, admin=204, nobody=204, target=a_waiting_link
    ),
    ("POST", "/api/site-check"): Row(200, 200, body=fixed({"lines": PACKAGE["lines"]})),
    ("GET", "/api/bookings/{booking_id}/handovers"): Row(200, 200, target=a_booking),
    ("GET", "/api/bookings/{booking_id}/goods"): Row(200, 200, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/handovers"): Row(201, 201, target=a_booking, body=a_handover),
    ("PUT", "/api/bookings/{booking_id}/crew"): Row(
        200, 403, target=a_booking, body=fixed({"kind": "delivery", "userId": None})
    ),
    ("GET", "/api/bookings/{booking_id}/charges"): Row(200, 403, target=a_booking),
    ("PATCH", "/api/bookings/{booking_id}/charges/{charge_id}"): Row(
        200, 403, target=a_proposed_charge, body=fixed({"state": "charged", "amount": 25})
    ),
    ("PATCH", "/api/bookings/{booking_id}/return"): Row(
        200, 200, target=a_confirmed_booking, body=fixed({"expectedBack": None})
    ),
    ("GET", "/api/pieces"): Row(200, 200),
    ("GET", "/api/labels.pdf"): Row(200, 200, before=lambda world: a_letter(world.owner)),
    ("POST", "/api/pieces"): Row(201, 403, body=lambda world: {"inventoryId": a_letter(world.owner)["item_id"]}),
    ("PATCH", "/api/pieces/{piece_id}"): Row(200, 403, target=a_tagged_piece, body=fixed({"state": "retired"})),
    ("POST", "/api/photos"): Row(201, 201, body=fixed(PICTURE)),
    ("GET", "/api/photos/{digest}"): Row(200, 200, target=a_photo),
    ("GET", "/api/items"): Row(200, 200),
    ("POST", "/api/items"): Row(201, 403, body=fixed(ITEM)),
    ("PATCH", "/api/items/{item_id}"): Row(200, 403, target=an_item, body=fixed({"name": "Heart"})),
    ("DELETE", "/api/items/{item_id}"): Row(204, 403, target=an_item),
    ("GET", "/api/items/{item_id}/outages"): Row(200, 200, target=an_item),
    ("POST", "/api/items/{item_id}/outages"): Row(
        201, 403, target=an_item, body=fixed({"count": 1, "firstDay": "2027-06-01", "lastDay": None})
    ),
    ("PATCH", "/api/items/{item_id}/outages/{outage_id}"): Row(
        200, 403, target=an_item_outage, body=fixed({"lastDay": "2027-06-09"})
    ),
    ("DELETE", "/api/items/{item_id}/outages/{outage_id}"): Row(204, 403, target=an_item_outage),
    ("PUT", "/api/items/{item_id}/picture"): Row(200, 403, target=an_item, body=fixed(PICTURE)),
    ("DELETE", "/api/items/{item_id}/picture"): Row(204, 403, target=an_item),
    ("GET", "/api/packages"): Row(200, 200),
    ("POST", "/api/packages"): Row(201, 403, body=fixed(PACKAGE)),
    ("PATCH", "/api/packages/{package_id}"): Row(200, 403, target=a_package, body=fixed({"name": "Wedding"})),
    ("DELETE", "/api/packages/{package_id}"): Row(204, 403, target=a_package),
    ("PUT", "/api/packages/{package_id}/picture"): Row(200, 403, target=a_package, body=fixed(PICTURE)),
    ("DELETE", "/api/packages/{package_id}/picture"): Row(204, 403, target=a_package),
    ("PATCH", "/api/price-list"): Row(200, 403, body=fixed({})),
    ("GET", "/api/delivery-zones"): Row(200, 403),
    ("GET", "/api/sales-tax"): Row(200, 403),
    ("PUT", "/api/sales-tax"): Row(200, 403, body=fixed({"places": [], "other": None})),
    ("POST", "/api/sales-tax/preview"): Row(200, 403, body=fixed({"csv": "state,rate\nNY,4\n"})),
    ("GET", "/api/sales-tax/rate"): Row(200, 403),
    ("GET", "/api/tax-exemptions"): Row(200, 403),
    ("PUT", "/api/tax-exemptions"): Row(200, 403, body=fixed({"customers": []})),
    ("PUT", "/api/delivery-zones"): Row(200, 403, body=fixed({"zones": [], "other": None})),
    ("POST", "/api/inventory/import"): Row(
        200, 403, body=fixed({"rows": [{"letter": "Q", "size": "4ft", "quantity": 1}]})
    ),
    ("GET", "/api/inventory.csv"): Row(200, 403),
    ("GET", "/api/booking-rules"): Row(200, 200),
    ("GET", "/api/currency"): Row(200, 403),
    ("PUT", "/api/currency"): Row(200, 403, body=fixed({"currency": "USD"})),
    ("PATCH", "/api/booking-rules"): Row(200, 403, body=fixed({"holdDays": 5})),
    ("GET", "/api/business-details"): Row(200, 403),
    ("PATCH", "/api/business-details"): Row(200, 403, body=fixed({"phone": "555 0100"})),
    ("GET", "/api/business-details/logo"): Row(200, 403, before=the_logo),
    ("PUT", "/api/business-details/logo"): Row(200, 403, body=fixed(PICTURE)),
    ("DELETE", "/api/business-details/logo"): Row(204, 403, before=the_logo),
    ("GET", "/api/embed-settings"): Row(200, 403),
    ("PATCH", "/api/embed-settings"): Row(200, 403, body=fixed({"allowedSites": ["www.example.com"]})),
    ("POST", "/api/embed-settings/renew-key"): Row(200, 403),
    # Its people
    ("PATCH", "/api/team"): Row(204, 403, body=fixed({"secondFactorRequired": False})),
    ("GET", "/api/team"): Row(200, 200),
    ("POST", "/api/team/invitations"): Row(201, 403, body=some_invitation),
    ("POST", "/api/team/invitations/{invitation_id}/resend"): Row(200, 403, target=an_invitation),
    ("DELETE", "/api/team/invitations/{invitation_id}"): Row(204, 403, target=an_invitation),
    ("PATCH", "/api/team/members/{user_id}"): Row(409, 403, target=a_user, body=fixed({"part": "manager"})),
    ("DELETE", "/api/team/members/{user_id}"): Row(409, 403, target=a_user),
    ("GET", "/api/activity"): Row(200, 403),
    # Its owner stays.
    ("POST", "/api/team/leave"): Row(409, 200, manager=200),
    # An invitation, whoever has its link; it is for one address
    ("GET", "/api/public/invitations/{token}"): Row(200, 200, admin=200, nobody=200, target=an_invitation_link),
    ("POST", "/api/public/invitations/{token}/accept"): Row(
        409,
        409,
        admin=409,
        nobody=201,
        target=an_invitation_link,
        body=fixed({"username": "New", "password": PASSWORD, "confirmPassword": PASSWORD}),
    ),
    ("POST", "/api/public/invitations/{token}/decline"): Row(
        409, 409, admin=409, nobody=204, target=an_invitation_link
    ),
    # Its end, which is the owner's alone
    ("GET", "/api/account/closing"): Row(200, 403, manager=403),
    ("POST", "/api/account/close"): Row(200, 403, manager=403, body=fixed({"password": PASSWORD})),
    ("POST", "/api/account/reopen"): Row(200, 403, manager=403),
    ("POST", "/api/account/export"): Row(200, 403, manager=403, body=fixed({"password": PASSWORD})),
    # Its billing, which is the owner's alone (A5)
    ("GET", "/api/stripe-connect/account-status"): Row(200, 403, manager=403),
    ("POST", "/api/stripe-connect/create-account"): Row(503, 403, manager=403),
    ("POST", "/api/stripe-connect/account-link"): Row(503, 403, manager=403),
    ("GET", "/api/stripe-connect/login-link"): Row(503, 403, manager=403),
    ("GET", "/api/subscription/plans"): Row(200, 403, manager=403),
    ("GET", "/api/subscription"): Row(404, 403, manager=403),
    ("POST", "/api/subscription"): Row(404, 403, manager=403, body=fixed({"planId": UNKNOWN})),
    ("GET", "/api/subscription/next-payment"): Row(404, 403, manager=403),
    ("POST", "/api/subscription/change/preview"): Row(404, 403, manager=403, body=fixed({"planId": UNKNOWN})),
    ("POST", "/api/subscription/change"): Row(404, 403, manager=403, body=fixed(PLAN_CHANGE)),
    ("POST", "/api/subscription/cancel"): Row(404, 403, manager=403, body=fixed({})),
    ("POST", "/api/subscription/pay"): Row(404, 403, manager=403),
    ("POST", "/api/subscription/card"): Row(404, 403, manager=403),
    ("POST", "/api/subscription/card/use"): Row(404, 403, manager=403),
    ("GET", "/api/payments"): Row(200, 403, manager=403),
    # Without the provider's keys, nothing can be paid.
    ("POST", "/api/create-payment-intent"): Row(503, 403, manager=403, body=fixed({"amount": 5, "description": "x"})),
    # The provider's, which is known by its signature; without a secret to check it, nobody is believed
    ("POST", "/api/stripe/webhook"): Row(503, 503, admin=503, nobody=503, body=fixed({})),
    # Plans and every business's subscription, the administrators'
    ("GET", "/api/admin/subscription-plans"): Row(403, 403, admin=200),
    ("POST", "/api/admin/subscription-plans"): Row(403, 403, admin=201, body=fixed({"name": "Pro", "price": 2900})),
    ("PATCH", "/api/admin/subscription-plans/{plan_id}"): Row(
        403, 403, admin=200, before=a_plan, target=the_first_plan, body=fixed({"price": 3900})
    ),
    ("PATCH", "/api/admin/subscription-plans/{plan_id}/status"): Row(
        403, 403, admin=200, before=a_plan, target=the_first_plan, body=fixed({"isActive": False})
    ),
    ("DELETE", "/api/admin/subscription-plans/{plan_id}"): Row(
        403, 403, admin=204, before=a_plan, target=the_first_plan
    ),
    ("GET", "/api/admin/subscriptions"): Row(403, 403, admin=200),
    ("GET", "/api/admin/subscriptions/{subscription_id}"): Row(403, 403, admin=200, target=a_trial),
    ("POST", "/api/admin/subscriptions/{subscription_id}/cancel"): Row(
        403, 403, admin=200, target=a_trial, body=fixed({"when": "now"})
    ),
    # Without the provider's keys, nothing can be refunded.
    ("POST", "/api/admin/subscriptions/{subscription_id}/payments/{payment_id}/refund"): Row(
        403, 403, admin=503, target=a_plan_payment, body=fixed({"amount": 2900})
    ),
    ("POST", "/api/admin/subscriptions/{subscription_id}/resume"): Row(403, 403, admin=200, target=a_canceled_trial),
    ("POST", "/api/admin/subscriptions/{subscription_id}/extend-trial"): Row(
        403, 403, admin=200, target=a_trial, body=lambda _world: {"trialEnd": in_a_month()}
    ),
    # Its quotes, which are money too
    ("GET", "/api/quotes"): Row(200, 403),
    ("POST", "/api/quotes"): Row(201, 403, body=fixed(booking_body())),
    ("GET", "/api/quotes/{quote_id}"): Row(200, 403, target=a_quote),
    ("PATCH", "/api/quotes/{quote_id}"): Row(200, 403, target=a_quote, body=fixed({"note": "Back door"})),
    ("DELETE", "/api/quotes/{quote_id}"): Row(204, 403, target=a_quote),
    ("POST", "/api/quotes/{quote_id}/send"): Row(200, 403, target=a_quote, body=fixed({"holdLetters": True})),
    ("POST", "/api/quotes/{quote_id}/withdraw"): Row(200, 403, target=a_quote),
    ("POST", "/api/quotes/{quote_id}/duplicate"): Row(201, 403, target=a_quote),
    ("POST", "/api/quotes/{quote_id}/book"): Row(201, 403, target=a_quote, body=fixed({})),
    ("GET", "/api/quotes/{quote_id}/versions/{version}"): Row(200, 403, target=a_sent_version),
    ("GET", "/api/quotes/{quote_id}/pdf"): Row(200, 403, target=a_quote),
    # A quote's page, whoever has its link: signed in or not, they are its customer
    ("GET", "/api/payment-setup"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/api/public/quotes/{token}"): Row(200, 200, admin=200, nobody=200, target=a_link),
    ("GET", "/api/public/quotes/{token}/pdf"): Row(200, 200, admin=200, nobody=200, target=a_link),
    ("POST", "/api/public/quotes/{token}/seen"): Row(204, 204, admin=204, nobody=204, target=a_link),
    ("POST", "/api/public/quotes/{token}/accept"): Row(
        201, 201, admin=201, nobody=201, target=a_link, body=fixed({"version": 1, "name": "Ada", "consent": True})
    ),
    ("POST", "/api/public/quotes/{token}/decline"): Row(204, 204, admin=204, nobody=204, target=a_link, body=fixed({})),
    ("POST", "/api/public/quotes/{token}/question"): Row(
        204, 204, admin=204, nobody=204, target=a_link, body=fixed({"text": "Is there a ramp?"})
    ),
    # A booking's page likewise, and a calendar at its secret address
    ("GET", "/api/public/bookings/{token}"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/confirmation.pdf"): Row(
        200, 200, admin=200, nobody=200, target=a_confirmed_booking_link
    ),
    ("GET", "/api/public/bookings/{token}/invoice.pdf"): Row(
        200, 200, admin=200, nobody=200, target=an_invoiced_booking_link
    ),
    ("GET", "/api/public/bookings/{token}/cancellation"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/calendar.ics"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/crew-notes"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"power": "By the stage"})
    ),
    ("POST", "/api/public/bookings/{token}/agreement"): Row(
        404, 404, admin=404, nobody=404, target=a_booking_link, body=fixed({"number": 1, "agreed": True})
    ),
    ("POST", "/api/public/bookings/{token}/change-request"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"text": "An hour later, please"})
    ),
    ("POST", "/api/public/bookings/{token}/cancel"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"fee": 0})
    ),
    # Without the provider's keys no card is taken.
    ("POST", "/api/public/bookings/{token}/pay"): Row(
        409, 409, admin=409, nobody=409, target=a_booking_link, body=fixed({"part": "balance", "amount": 200})
    ),
    ("POST", "/api/public/bookings/{token}/pay/look"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/shares"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/shares"): Row(
        200, 200, admin=200, nobody=200, target=a_confirmed_booking_link, body=fixed({"name": "Mom", "amount": 10})
    ),
    ("DELETE", "/api/public/bookings/{token}/shares/{share_id}"): Row(
        200, 200, admin=200, nobody=200, target=a_customers_share
    ),
    ("GET", "/api/public/shares/{token}"): Row(200, 200, admin=200, nobody=200, target=a_share_link),
    ("POST", "/api/public/shares/{token}/pay"): Row(
        409, 409, admin=409, nobody=409, target=a_share_link, body=fixed({"amount": 10})
    ),
    ("POST", "/api/public/shares/{token}/pay/look"): Row(200, 200, admin=200, nobody=200, target=a_share_link),
    ("GET", "/api/public/calendars/{token}.ics"): Row(200, 200, admin=200, nobody=200, target=a_feed),
    # Figures over it; whatever shows money is not for staff (A5)
    ("GET", "/api/dashboard"): Row(200, 403),
    ("GET", "/api/reports/popular"): Row(200, 200),
    ("GET", "/api/reports/letters"): Row(200, 200),
    ("GET", "/api/reports/stock"): Row(200, 200),
    ("GET", "/api/day"): Row(200, 200),
    ("GET", "/api/load-list"): Row(200, 200),
    ("GET", "/api/crew"): Row(200, 200),
    ("GET", "/api/reports/revenue"): Row(200, 403),
    ("GET", "/api/reports/revenue.csv"): Row(200, 403),
    ("GET", "/api/reports/tax"): Row(200, 403),
    ("GET", "/api/reports/tax.csv"): Row(200, 403),
    ("GET", "/api/payments.csv"): Row(200, 403),
    ("GET", "/api/journal.csv"): Row(200, 403),
    ("GET", "/api/journal/accounts"): Row(200, 403),
    ("GET", "/api/reports/bookings.csv"): Row(200, 403),
    ("GET", "/api/reports/missed-letters"): Row(200, 403),
    # The administrators' alone
    ("GET", "/api/admin/overview"): Row(403, 403, admin=200),
    ("GET", "/api/admin/audit"): Row(403, 403, admin=200),
    ("GET", "/api/admin/users"): Row(403, 403, admin=200),
    ("POST", "/api/admin/users"): Row(
        403, 403, admin=201, body=fixed({"email": "new@example.com", "password": PASSWORD})
    ),
    ("PATCH", "/api/admin/users/{user_id}/role"): Row(
        403, 403, admin=200, target=a_user, body=fixed({"role": "manager"})
    ),
    ("PATCH", "/api/admin/users/{user_id}/status"): Row(
        403, 403, admin=200, target=a_user, body=fixed({"isActive": True})
    ),
    ("POST", "/api/admin/users/{user_id}/reset-link"): Row(403, 403, admin=201, target=a_user),
    ("DELETE", "/api/admin/users/{user_id}"): Row(403, 403, admin=204, target=a_user),
    ("GET", "/api/admin/emails"): Row(403, 403, admin=200),
    ("GET", "/api/admin/emails/{mail_id}"): Row(403, 403, admin=200, target=an_account_email),
    ("POST", "/api/admin/emails/{mail_id}/send-again"): Row(403, 403, admin=202, target=an_account_email),
    ("GET", "/api/admin/email-volumes"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/email-volumes/{operator_id}"): Row(
        403, 403, admin=204, target=an_email_sender, body=fixed({"stopped": False})
    ),
    ("GET", "/api/admin/new-businesses"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/new-businesses/{operator_id}"): Row(
        403, 403, admin=204, target=an_email_sender, body=fixed({"approved": True})
    ),
    ("GET", "/api/admin/settings"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/settings/general"): Row(403, 403, admin=200, body=fixed({"siteName": "Letters"})),
    ("PATCH", "/api/admin/settings/email"): Row(403, 403, admin=200, body=fixed(MAIL)),
    ("POST", "/api/admin/settings/email/check"): Row(403, 403, admin=200, body=fixed(MAIL)),
    ("GET", "/api/admin/mail-templates"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/mail-templates/{kind}"): Row(403, 403, admin=200, body=fixed({"subject": "Hello"})),
    ("POST", "/api/admin/mail-templates/{kind}/preview"): Row(403, 403, admin=200, body=fixed({"subject": "Hello"})),
    ("POST", "/api/admin/mail-templates/{kind}/test"): Row(403, 403, admin=200, body=fixed({"to": "me@example.com"})),
    ("PATCH", "/api/admin/settings/payments"): Row(403, 403, admin=200, body=fixed(KEYS)),
    ("POST", "/api/admin/settings/payments/check"): Row(
        # Two keys that do not belong together are known to be wrong without asking anybody.
        403,
        403,
        admin=200,
        body=fixed({"stripePublishableKey": "pk_test_1", "stripeSecretKey": "sk_live_1", "testMode": False}),
    ),
    ("GET", "/api/admin/payments/check"): Row(403, 403, admin=200),
    ("GET", "/api/admin/payments/comparisons"): Row(403, 403, admin=200),
    ("GET", "/api/admin/payments/refusals"): Row(403, 403, admin=200),
    ("POST", "/api/admin/payments/setup"): Row(403, 403, admin=200),
    ("POST", "/api/admin/payments/reconcile"): Row(403, 403, admin=202),
    ("POST", "/api/admin/payments/clear-test-data"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/settings/system"): Row(403, 403, admin=200, body=fixed({"freeCancellationPeriod": 24})),
}


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """Every call that the application answers, other than pages; also one that is hidden from the description."""
    found = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, APIRoute) and (route.include_in_schema or route.path.startswith("/api"))
        for method in route.methods or ()
    }
    assert found >= {(m.upper(), path) for path, methods in document_of(app)["paths"].items() for m in methods}
    return found


def call(caller: Api, route: tuple[str, str], row: Row, world: World, parameters: dict[str, int]) -> httpx.Response:
    method, path = route
    row.before(world)
    body = row.body(world)
    given: dict[str, Any] = {"json": body}
    if isinstance(body, bytes):
        given = {"content": body, "headers": {"Content-Type": "image/png"}}
    return caller.http.request(
        method, path.format(**({"kind": "confirmed"} | parameters)), params=row.query(world), **given
    )


def state_of(business: Api) -> dict[str, Any]:
    """All that a business can see of itself."""
    of_the_business = ("bookings", "quotes", "inventory", "venues", "price-list", "booking-rules", "user")
    paths = [f"/api/{name}" for name in of_the_business]
    return {path: made(business.get(path)) for path in paths}


def ids(routes: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{method} {path}" for method, path in routes]


@pytest.fixture
def world(arrange: Callable[..., Any], app: FastAPI) -> World:
    enter(app)
    return arrange("routes", lambda app, new_caller: World(new_caller, app.state.database))


def test_the_table_names_every_route_and_no_other():
    app = create_app(Settings(database_url="sqlite://"))

    assert routes_of(app) == set(TABLE)


@pytest.mark.parametrize("route", TABLE, ids=ids(TABLE))
def test_who_may_call_it(route: tuple[str, str], world: World):
    row = TABLE[route]
    expected = {
        "nobody": (world.nobody, row.nobody),
        # A session ends the moment its person is deactivated.
        "deactivated": (world.gone, row.nobody),
        "owner": (world.owner, row.ok),
        "manager": (world.manager, row.manager or (404 if row.personal else row.ok)),
        "staff": (world.staff, row.staff),
        "admin": (world.admin, row.admin),
    }

    fresh: dict[str, Any] = {}
    answers: dict[str, httpx.Response] = {}
    for name, (caller, _) in expected.items():
        if row.target and not fresh:
            fresh = row.target(world.owner)
        answers[name] = call(caller, route, row, world, fresh)
        if answers[name].is_success:
            # It may be gone, or no longer what it was.
            fresh = {}

    assert {name: answer.status_code for name, answer in answers.items()} == {
        name: status for name, (_, status) in expected.items()
    }


BY_ID = [route for route, row in TABLE.items() if row.target and row.nobody == 401]


# An administrator's calls are about every business, so no row is foreign to them.
OF_A_BUSINESS = [route for route in BY_ID if TABLE[route].ok != 403]


@pytest.mark.parametrize("route", OF_A_BUSINESS, ids=ids(OF_A_BUSINESS))
def test_a_foreign_row_is_answered_as_an_unknown_one_and_stays_as_it_was(route: tuple[str, str], world: World):
    row = TABLE[route]
    assert row.target is not None
    foreign = row.target(world.other)
    unknown = dict.fromkeys(foreign, UNKNOWN)
    before = state_of(world.other)

    for caller in (world.owner, world.manager, world.staff, world.admin, world.nobody, world.gone):
        answers = [call(caller, route, row, world, parameters) for parameters in (foreign, unknown)]

        assert {answer.status_code for answer in answers} <= {401, 403, 404}
        assert answers[0].status_code == answers[1].status_code
        assert answers[0].json() == answers[1].json()
    assert call(world.owner, route, row, world, foreign).status_code == 404
    assert state_of(world.other) == before


@pytest.mark.parametrize("route", BY_ID, ids=ids(BY_ID))
def test_a_malformed_id_is_refused(route: tuple[str, str], operator: Api):
    method, path = route

    for name in ("-1", "0", "1e3", "9223372036854775808", "%00", "1;--", "٣", "abc"):
        parameters = dict.fromkeys(
            (
                "user_id",
                "booking_id",
                "item_id",
                "package_id",
                "outage_id",
                "venue_id",
                "quote_id",
                "version",
                "number",
                "plan_id",
                "subscription_id",
                "request_id",
                "mail_id",
                "payment_id",
                "share_id",
                "code_id",
                "operator_id",
                "invitation_id",
                "piece_id",
                "charge_id",
                "passkey_id",
                "device_id",
                "digest",
            ),
            name,
        )
        answer = operator.http.request(method, path.format(**parameters), json={})

        assert answer.status_code in {404, 422}, name


@pytest.mark.parametrize("route", [route for route, row in TABLE.items() if row.query is whose])
def test_a_deactivated_operators_form_is_not_there(route: tuple[str, str], world: World):
    answers = [
        world.nobody.get(route[1], params={"userId": who}) for who in (world.gone.id, world.admin.user["id"], UNKNOWN)
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert {answer.json()["code"] for answer in answers} == {"no_operator"}
