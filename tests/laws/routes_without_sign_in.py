"""Routes that need no sign-in: the public form, links, and signing in."""

from tests.laws.route_world import (
    Row,
    a_booking_link,
    a_confirmed_booking_link,
    a_contract_link,
    a_customers_share,
    a_feed,
    a_link,
    a_picture,
    a_priced_form,
    a_public_key,
    a_share_link,
    a_shared_form,
    an_invitation_link,
    an_invoiced_booking_link,
    asks_for_terms,
    booking_for_the_owner,
    fixed,
    no_booking_list,
    no_charge_photo,
    no_review_photo,
    the_logo,
    the_reviews,
    whose,
    whose_key,
    whose_month,
)
from tests.support.api import PASSWORD

WITHOUT_SIGN_IN: dict[tuple[str, str], Row] = {
    # Open to everyone
    ("GET", "/healthz"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/readyz"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/status.json"): Row(200, 200, admin=200, nobody=200),
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
    ("POST", "/api/login/link"): Row(404, 404, admin=404, nobody=404, body=fixed({"token": "a" * 39})),
    ("POST", "/api/login"): Row(
        401,
        401,
        accountant=401,
        admin=401,
        nobody=401,
        body=fixed({"email": "owner@example.com", "password": "not the password"}),
    ),
    ("GET", "/api/booking-form"): Row(200, 200, admin=200, nobody=200, query=whose),
    ("GET", "/api/availability/calendar"): Row(200, 200, admin=200, nobody=200, query=whose_month),
    ("POST", "/api/estimate"): Row(200, 200, admin=200, nobody=200, body=booking_for_the_owner),
    # Staff cannot create bookings, not even by calling the public form of their business.
    ("POST", "/api/bookings"): Row(201, 403, admin=201, nobody=201, body=booking_for_the_owner),
    ("GET", "/api/venues"): Row(200, 200, admin=200, nobody=200, query=whose),
    ("GET", "/api/public/catalog"): Row(200, 200, admin=200, nobody=200, query=whose_key),
    ("GET", "/api/public/item-pictures/{key}/{tag}"): Row(200, 200, admin=200, nobody=200, target=a_picture),
    ("GET", "/api/public/logos/{public_key}"): Row(
        200, 200, admin=200, nobody=200, target=a_public_key, before=the_logo
    ),
    # Gift cards are not sold online by default.
    ("GET", "/api/public/gift-cards/{public_key}"): Row(404, 404, admin=404, nobody=404, target=a_public_key),
    ("POST", "/api/public/gift-cards/{public_key}/purchases"): Row(
        404,
        404,
        admin=404,
        nobody=404,
        target=a_public_key,
        body=fixed({"amount": 50, "to": "Ana", "buyer": "Ben", "buyerEmail": "ben@example.com"}),
    ),
    ("POST", "/api/public/gift-cards/{public_key}/purchases/look"): Row(
        404, 404, admin=404, nobody=404, target=a_public_key, body=fixed({"purchase": "unknown"})
    ),
    ("GET", "/api/public/terms/{public_key}"): Row(
        200, 200, admin=200, nobody=200, target=a_public_key, before=asks_for_terms
    ),
    ("GET", "/api/public/plans"): Row(200, 200, admin=200, nobody=200),
    ("GET", "/api/public/pictures/{shared}/{key}"): Row(200, 200, admin=200, nobody=200, target=a_shared_form),
    # Password reset, without sign-in
    ("POST", "/api/password/forgot"): Row(204, 204, admin=204, nobody=204, body=fixed({"email": "nobody@example.com"})),
    ("POST", "/api/password/reset"): Row(
        404,
        404,
        admin=404,
        nobody=404,
        body=fixed({"token": "a" * 39, "newPassword": "another horse", "confirmPassword": "another horse"}),
    ),
    # Invitations: the link is enough to read one, but it is for one email address
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
    # Stripe webhooks, verified by signature; refused if no webhook secret is set
    ("POST", "/api/sms/status"): Row(403, 403, admin=403, nobody=403, body=fixed({})),
    ("POST", "/api/sms/inbound"): Row(403, 403, admin=403, nobody=403, body=fixed({})),
    ("POST", "/api/stripe/webhook"): Row(503, 503, admin=503, nobody=503, body=fixed({})),
    # Quote pages: everyone with the link counts as the customer
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
    # Booking pages likewise, and calendar feeds at their secret URL
    ("GET", "/api/public/bookings/{token}"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    # Confirming needs the token in the email; the page's token does not work.
    ("GET", "/api/public/bookings/{token}/confirm-address"): Row(
        404, 404, admin=404, nobody=404, target=a_booking_link
    ),
    ("GET", "/api/public/bookings/{token}/confirmation.pdf"): Row(
        200, 200, admin=200, nobody=200, target=a_confirmed_booking_link
    ),
    ("GET", "/api/public/bookings/{token}/invoice.pdf"): Row(
        200, 200, admin=200, nobody=200, target=an_invoiced_booking_link
    ),
    # None was sent.
    ("GET", "/api/public/bookings/{token}/contract.pdf"): Row(404, 404, admin=404, nobody=404, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/cancellation"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/calendar.ics"): Row(
        200, 200, admin=200, nobody=200, target=a_confirmed_booking_link
    ),
    ("PATCH", "/api/public/bookings/{token}"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"textConsent": True})
    ),
    ("POST", "/api/public/bookings/{token}/crew-notes"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"power": "By the stage"})
    ),
    ("POST", "/api/public/bookings/{token}/agreement"): Row(
        404, 404, admin=404, nobody=404, target=a_booking_link, body=fixed({"number": 1, "agreed": True})
    ),
    ("POST", "/api/public/bookings/{token}/change-request"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"text": "An hour later, please"})
    ),
    ("GET", "/api/public/bookings/{token}/change-options"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/all-bookings"): Row(
        204, 204, admin=204, nobody=204, target=a_booking_link, body=fixed({"email": "ada@example.com"})
    ),
    # A link from an email opens the list.
    ("POST", "/api/public/booking-lists/{token}/open"): Row(404, 404, admin=404, nobody=404, target=no_booking_list),
    ("GET", "/api/public/booking-lists/{token}"): Row(404, 404, admin=404, nobody=404, target=no_booking_list),
    ("POST", "/api/public/booking-lists/{token}/pay"): Row(
        404,
        404,
        admin=404,
        nobody=404,
        target=no_booking_list,
        body=fixed({"bookings": [{"number": 1, "part": "balance", "amount": 10}]}),
    ),
    ("POST", "/api/public/booking-lists/{token}/pay/look"): Row(
        404, 404, admin=404, nobody=404, target=no_booking_list
    ),
    # The business has not switched such emails on, and the links are only in them.
    ("POST", "/api/public/priced-leads"): Row(409, 409, admin=409, nobody=409, body=a_priced_form),
    ("GET", "/api/public/priced-leads/{token}"): Row(404, 404, admin=404, nobody=404, target=no_booking_list),
    # Redirects to the page with the button.
    ("GET", "/api/public/follow-ups/{token}/unsubscribe"): Row(303, 303, admin=303, nobody=303, target=no_booking_list),
    ("GET", "/api/public/follow-ups/{token}"): Row(404, 404, admin=404, nobody=404, target=no_booking_list),
    ("POST", "/api/public/follow-ups/{token}/unsubscribe"): Row(
        404, 404, admin=404, nobody=404, target=no_booking_list
    ),
    ("GET", "/api/public/reviews/{token}"): Row(200, 200, admin=200, nobody=200, target=the_reviews),
    ("POST", "/api/public/reviews/{token}"): Row(
        404, 404, admin=404, nobody=404, target=no_booking_list, body=fixed({"stars": 5, "consent": True})
    ),
    ("GET", "/api/public/contracts/{token}"): Row(200, 200, admin=200, nobody=200, target=a_contract_link),
    ("POST", "/api/public/contracts/{token}/consent"): Row(
        200, 200, admin=200, nobody=200, target=a_contract_link, body=fixed({"version": 1})
    ),
    ("POST", "/api/public/contracts/{token}/sign"): Row(
        409, 409, admin=409, nobody=409, target=a_contract_link, body=fixed({"name": "Ada", "readToEnd": True})
    ),
    ("POST", "/api/public/contracts/{token}/decline"): Row(
        409, 409, admin=409, nobody=409, target=a_contract_link, body=fixed({"reason": "Too expensive"})
    ),
    ("GET", "/api/public/contracts/{token}/contract.pdf"): Row(200, 200, admin=200, nobody=200, target=a_contract_link),
    ("POST", "/api/public/verify"): Row(200, 200, admin=200, nobody=200, body=fixed({"sha256": "0" * 64})),
    ("GET", "/api/public/review-photos/{key}/{tag}"): Row(404, 404, admin=404, nobody=404, target=no_review_photo),
    ("GET", "/api/public/bookings/{token}/again"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/change"): Row(
        202, 202, admin=202, nobody=202, target=a_booking_link, body=fixed({"preferredInstallTime": "afternoon"})
    ),
    ("POST", "/api/public/bookings/{token}/cancel"): Row(
        200, 200, admin=200, nobody=200, target=a_booking_link, body=fixed({"fee": 0})
    ),
    # Card payments need the Stripe keys.
    ("POST", "/api/public/bookings/{token}/pay"): Row(
        409, 409, admin=409, nobody=409, target=a_booking_link, body=fixed({"part": "balance", "amount": 200})
    ),
    ("POST", "/api/public/bookings/{token}/gift-card"): Row(
        409, 409, admin=409, nobody=409, target=a_booking_link, body=fixed({"code": "unknown"})
    ),
    ("POST", "/api/public/bookings/{token}/pay/look"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/card"): Row(409, 409, admin=409, nobody=409, target=a_booking_link),
    ("POST", "/api/public/bookings/{token}/card/look"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    ("DELETE", "/api/public/bookings/{token}/card"): Row(204, 204, admin=204, nobody=204, target=a_booking_link),
    ("GET", "/api/public/bookings/{token}/card-charges"): Row(200, 200, admin=200, nobody=200, target=a_booking_link),
    # Only photos of the booking's own charges are shown.
    ("GET", "/api/public/bookings/{token}/photos/{digest}"): Row(
        404, 404, admin=404, nobody=404, target=no_charge_photo
    ),
    ("POST", "/api/public/bookings/{token}/retake"): Row(409, 409, admin=409, nobody=409, target=a_booking_link),
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
}
