"""Routes of a user and of a business, and the roles on its team that may call them."""

from tests.laws.route_world import (
    BORROWED,
    CERTIFICATE,
    ITEM,
    NO_PASSKEY,
    PACKAGE,
    PAST_BOOKING,
    PICTURE,
    UNKNOWN,
    VENUE,
    Row,
    a_booking,
    a_certificate,
    a_change_request,
    a_changed_invoice,
    a_confirmed_booking,
    a_contract,
    a_count,
    a_crew_payment,
    a_customer,
    a_device,
    a_discount_code,
    a_gift_card,
    a_handover,
    a_letter,
    a_letter_to_report,
    a_loan,
    a_mail,
    a_merge,
    a_missed_request,
    a_new_code,
    a_new_letter,
    a_package,
    a_partner,
    a_passkey,
    a_payment,
    a_photo,
    a_proposed_charge,
    a_push,
    a_quote,
    a_quote_contract,
    a_refused_sender,
    a_repair,
    a_replaced_invoice,
    a_request_to_decline,
    a_requested_afternoon,
    a_review,
    a_sent_version,
    a_share,
    a_stocktake,
    a_tagged_piece,
    a_user,
    a_venue,
    a_waiting_link,
    an_answer,
    an_electronic_invoice,
    an_import,
    an_invitation,
    an_invoiced_booking,
    an_item,
    an_item_outage,
    an_online_request,
    an_outage,
    an_unpaid_partner,
    fixed,
    no_announced_charge,
    some_invitation,
    some_request,
    the_logo,
    to_wait,
)
from tests.support.api import PASSWORD, booking_body

PLAN_CHANGE = {"planId": UNKNOWN, "at": "2026-11-24T12:00:00Z", "dueNow": 0}
OF_A_BUSINESS: dict[tuple[str, str], Row] = {
    # The user's own account
    ("POST", "/api/logout"): Row(204, 204, admin=204, nobody=204),
    ("GET", "/api/user"): Row(200, 200, accountant=200, admin=200),
    ("PATCH", "/api/user/{user_id}"): Row(
        200, 404, accountant=404, admin=404, target=a_user, personal=True, body=fixed({"username": "Someone"})
    ),
    ("POST", "/api/change-password"): Row(
        200,
        200,
        accountant=200,
        admin=200,
        body=fixed({"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"}),
    ),
    ("GET", "/api/sign-ins"): Row(200, 200, accountant=200, admin=200),
    ("POST", "/api/reauthenticate"): Row(204, 204, accountant=204, admin=204, body=fixed({"password": PASSWORD})),
    ("GET", "/api/second-factor"): Row(200, 200, accountant=200, admin=200),
    ("POST", "/api/second-factor/totp"): Row(200, 200, accountant=200, admin=200),
    ("POST", "/api/second-factor/totp/confirm"): Row(
        409, 409, accountant=409, admin=409, body=fixed({"code": "123456"})
    ),
    ("DELETE", "/api/second-factor/totp"): Row(409, 409, accountant=409, admin=409),
    ("POST", "/api/second-factor/recovery-codes"): Row(409, 409, accountant=409, admin=409),
    ("DELETE", "/api/second-factor/devices/{device_id}"): Row(
        204, 404, accountant=404, admin=404, target=a_device, personal=True
    ),
    ("GET", "/api/second-factor/passkeys"): Row(200, 200, accountant=200, admin=200),
    ("POST", "/api/second-factor/passkeys/options"): Row(200, 200, accountant=200, admin=200),
    ("POST", "/api/second-factor/passkeys"): Row(
        400, 400, accountant=400, admin=400, body=fixed({"credential": NO_PASSKEY})
    ),
    ("PATCH", "/api/second-factor/passkeys/{passkey_id}"): Row(
        200, 404, accountant=404, admin=404, target=a_passkey, personal=True, body=fixed({"name": "My phone"})
    ),
    ("DELETE", "/api/second-factor/passkeys/{passkey_id}"): Row(
        204, 404, accountant=404, admin=404, target=a_passkey, personal=True
    ),
    ("POST", "/api/reauthenticate/passkey-options"): Row(409, 409, accountant=409, admin=409),
    ("POST", "/api/login/passkey-options"): Row(
        401, 401, accountant=401, admin=401, nobody=401, body=fixed({"ticket": "1.2.3"})
    ),
    ("POST", "/api/login/second-factor"): Row(
        401, 401, accountant=401, admin=401, nobody=401, body=fixed({"ticket": "1.2.3", "code": "123456"})
    ),
    ("POST", "/api/email/confirmation"): Row(202, 202, accountant=202, admin=202),
    ("POST", "/api/email/confirm"): Row(404, 404, admin=404, nobody=404, body=fixed({"token": "a" * 39})),
    ("POST", "/api/email/undo"): Row(404, 404, admin=404, nobody=404, body=fixed({"token": "a" * 39})),
    ("POST", "/api/sign-ins/end-others"): Row(204, 204, accountant=204, admin=204),
    # Messages to customers, which may contain amounts, and their settings
    ("GET", "/api/messages"): Row(200, 403),
    ("GET", "/api/email-status"): Row(200, 403),
    ("GET", "/api/messages/{mail_id}"): Row(200, 403, target=a_mail),
    ("POST", "/api/messages/{mail_id}/send-again"): Row(202, 403, target=a_mail),
    ("GET", "/api/message-settings"): Row(200, 403),
    ("PATCH", "/api/message-settings"): Row(200, 403, body=fixed({"reminderDays": 2})),
    ("PATCH", "/api/message-settings/{kind}"): Row(200, 403, body=fixed({"greeting": "Hello,"})),
    ("POST", "/api/message-settings/{kind}/preview"): Row(200, 403, body=fixed({})),
    # The business's records
    ("GET", "/api/events"): Row(200, 200, accountant=200, query=fixed({"seconds": "0"})),
    ("GET", "/api/notifications"): Row(200, 200),
    ("GET", "/api/bookings/{booking_id}/customer"): Row(200, 200, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/customer-link"): Row(200, 403, target=a_booking, body=fixed({})),
    ("POST", "/api/bookings/{booking_id}/change-requests/{request_id}/answer"): Row(
        200, 403, target=a_change_request, body=fixed({"outcome": "made"})
    ),
    ("POST", "/api/bookings/{booking_id}/change-requests/{request_id}/accept"): Row(
        200, 403, target=a_requested_afternoon
    ),
    ("GET", "/api/calendar-feed"): Row(200, 403),
    ("POST", "/api/calendar-feed"): Row(200, 403),
    ("DELETE", "/api/calendar-feed"): Row(204, 403),
    ("POST", "/api/notifications/read"): Row(200, 200, body=fixed({"ids": [1]})),
    ("GET", "/api/conversations"): Row(200, 403),
    ("GET", "/api/conversations/overview"): Row(200, 200),
    ("GET", "/api/conversations/{customer_id}"): Row(200, 403, target=a_customer),
    ("POST", "/api/conversations/{customer_id}"): Row(
        201, 403, target=a_customer, body=fixed({"by": "note", "text": "Likes gold"})
    ),
    ("POST", "/api/conversations/{customer_id}/read"): Row(204, 403, target=a_customer),
    ("POST", "/api/conversations/{customer_id}/preview"): Row(200, 403, target=a_customer, body=fixed({"text": "Hi"})),
    ("POST", "/api/conversations/{customer_id}/canned-answers/{answer_id}"): Row(200, 403, target=an_answer),
    ("GET", "/api/canned-answers"): Row(200, 403),
    ("POST", "/api/canned-answers"): Row(201, 403, body=fixed({"title": "Hours", "text": "We open at 9."})),
    ("PATCH", "/api/canned-answers/{answer_id}"): Row(
        200, 403, target=an_answer, body=fixed({"title": "Hours", "text": "We open at 10."})
    ),
    ("DELETE", "/api/canned-answers/{answer_id}"): Row(204, 403, target=an_answer),
    ("GET", "/api/sms-settings"): Row(200, 403),
    ("PATCH", "/api/sms-settings"): Row(200, 403, body=fixed({"monthlyCap": 20})),
    ("POST", "/api/bookings/{booking_id}/on-the-way"): Row(201, 201, target=a_booking),
    ("GET", "/api/customers"): Row(200, 200),
    ("POST", "/api/customers"): Row(201, 403, body=fixed({"name": "Ada", "emails": ["ada@example.com"]})),
    ("GET", "/api/customers/{customer_id}"): Row(200, 200, target=a_customer),
    ("PATCH", "/api/customers/{customer_id}"): Row(200, 403, target=a_customer, body=fixed({"notes": "Likes gold"})),
    ("GET", "/api/customers/{customer_id}/text-consent"): Row(200, 403, target=a_customer),
    ("PUT", "/api/customers/{customer_id}/text-consent"): Row(
        200, 403, target=a_customer, body=fixed({"given": True, "source": "by phone"})
    ),
    ("GET", "/api/customers/duplicates"): Row(200, 200),
    ("POST", "/api/customers/{customer_id}/merge"): Row(422, 403, target=a_customer, body=fixed({"other": 0})),
    ("POST", "/api/customers/{customer_id}/split"): Row(
        404, 403, target=a_customer, body=fixed({"bookingIds": [UNKNOWN]})
    ),
    ("POST", "/api/customers/merges/{merge_id}/undo"): Row(200, 403, target=a_merge),
    ("GET", "/api/customers/{customer_id}/export"): Row(200, 403, target=a_customer),
    ("POST", "/api/customers/{customer_id}/erase"): Row(200, 403, target=a_customer, body=fixed({"confirm": "Ada"})),
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
    ("GET", "/api/bookings/{booking_id}/invoice"): Row(200, 403, accountant=200, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/invoice/replace"): Row(
        201, 403, target=a_changed_invoice, body=fixed({"send": False})
    ),
    ("GET", "/api/bookings/{booking_id}/invoices/{number}.pdf"): Row(
        200, 403, accountant=200, target=a_replaced_invoice
    ),
    ("GET", "/api/bookings/{booking_id}/invoice.pdf"): Row(200, 403, accountant=200, target=an_invoiced_booking),
    ("GET", "/api/bookings/{booking_id}/invoice.xml"): Row(200, 403, accountant=200, target=an_electronic_invoice),
    ("GET", "/api/bookings/{booking_id}/cancellation"): Row(200, 403, target=a_booking),
    ("GET", "/api/bookings/{booking_id}/payments"): Row(200, 403, accountant=200, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/payments"): Row(
        201, 403, target=a_booking, body=fixed({"kind": "cash", "amount": 10})
    ),
    ("POST", "/api/crew/payments"): Row(201, 403, body=a_crew_payment),
    ("GET", "/api/day/cash"): Row(200, 403),
    ("PUT", "/api/day/cash"): Row(200, 403, body=fixed({"handedOver": 10})),
    ("DELETE", "/api/day/cash"): Row(200, 403),
    # Charges need the Stripe keys.
    ("POST", "/api/bookings/{booking_id}/charge"): Row(
        503, 403, target=a_confirmed_booking, body=fixed({"amount": 10, "reason": "Late return"})
    ),
    ("GET", "/api/bookings/{booking_id}/announced-charges"): Row(200, 403, target=a_confirmed_booking),
    # Announced charges need a card on file.
    ("POST", "/api/bookings/{booking_id}/announced-charges"): Row(
        409, 403, target=a_confirmed_booking, body=fixed({"amount": 10, "reason": "Broken bulbs"})
    ),
    ("DELETE", "/api/bookings/{booking_id}/announced-charges/{charge_id}"): Row(404, 403, target=no_announced_charge),
    ("POST", "/api/bookings/{booking_id}/hold/capture"): Row(
        503, 403, target=a_confirmed_booking, body=fixed({"amount": 10, "reason": "Broken bulbs"})
    ),
    ("POST", "/api/bookings/{booking_id}/hold/release"): Row(503, 403, target=a_confirmed_booking),
    ("POST", "/api/bookings/{booking_id}/hold/retry"): Row(503, 403, target=a_confirmed_booking),
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
    ("GET", "/api/reports/due"): Row(200, 403, accountant=200),
    ("GET", "/api/discount-codes"): Row(200, 403),
    ("POST", "/api/discount-codes"): Row(201, 403, body=a_new_code),
    ("PATCH", "/api/discount-codes/{code_id}"): Row(200, 403, target=a_discount_code, body=fixed({"uses": 5})),
    ("GET", "/api/gift-cards"): Row(200, 403, accountant=200),
    ("POST", "/api/gift-cards"): Row(201, 403, body=fixed({"amount": 50})),
    ("POST", "/api/gift-cards/{card_id}/void"): Row(200, 403, target=a_gift_card),
    ("POST", "/api/bookings/{booking_id}/credit"): Row(409, 403, target=a_booking),
    ("GET", "/api/reports/liability"): Row(200, 403, accountant=200),
    ("GET", "/api/certificates"): Row(200, 403),
    ("POST", "/api/certificates"): Row(201, 403, body=fixed(CERTIFICATE)),
    ("GET", "/api/certificates/due"): Row(200, 403),
    ("GET", "/api/certificates/{certificate_id}/file"): Row(200, 403, target=a_certificate),
    ("DELETE", "/api/certificates/{certificate_id}"): Row(204, 403, target=a_certificate),
    ("GET", "/api/bookings/{booking_id}/certificate"): Row(200, 403, target=a_booking),
    ("GET", "/api/bookings/{booking_id}/certificate/preview"): Row(409, 403, target=a_booking),
    ("POST", "/api/bookings/{booking_id}/certificate/request"): Row(
        409, 403, target=a_booking, body=fixed({"email": "agent@acme.example"})
    ),
    ("POST", "/api/bookings/{booking_id}/certificate/send"): Row(
        404, 403, target=a_booking, body=fixed({"email": "office@barn.example", "certificateId": UNKNOWN})
    ),
    ("GET", "/api/partners"): Row(200, 403),
    ("POST", "/api/partners"): Row(201, 403, body=fixed({"name": "Bloom Events", "commission": {"percent": 10}})),
    ("PATCH", "/api/partners/{partner_id}"): Row(200, 403, target=a_partner, body=fixed({"active": False})),
    ("GET", "/api/partners/totals"): Row(200, 403),
    ("GET", "/api/partners/{partner_id}/statement"): Row(200, 403, target=a_partner),
    ("GET", "/api/partners/{partner_id}/statement.csv"): Row(200, 403, target=a_partner),
    ("GET", "/api/partners/{partner_id}/statement.pdf"): Row(200, 403, target=a_partner),
    ("POST", "/api/partners/{partner_id}/payouts"): Row(409, 403, target=a_partner, body=fixed({"month": "2020-01"})),
    ("DELETE", "/api/partners/{partner_id}/payouts/{payout_id}"): Row(404, 403, target=an_unpaid_partner),
    ("GET", "/api/bookings/{booking_id}/partner"): Row(200, 403, target=a_booking),
    ("PUT", "/api/bookings/{booking_id}/partner"): Row(200, 403, target=a_booking, body=fixed({"partnerId": None})),
    ("GET", "/api/bookings/{booking_id}/sender"): Row(200, 403, target=an_online_request),
    ("POST", "/api/bookings/{booking_id}/refuse-sender"): Row(200, 403, target=an_online_request),
    ("GET", "/api/refused-senders"): Row(200, 403),
    ("DELETE", "/api/refused-senders/{sender_id}"): Row(204, 403, target=a_refused_sender),
    ("GET", "/api/price-list"): Row(200, 403),
    ("PATCH", "/api/inventory/{item_id}/outages/{outage_id}"): Row(
        200, 403, target=an_outage, body=fixed({"lastDay": None})
    ),
    ("GET", "/api/at-risk"): Row(200, 200),
    ("POST", "/api/missed-requests"): Row(201, 403, body=lambda world: a_request_to_decline(world.owner)),
    ("DELETE", "/api/missed-requests/{client_id}"): Row(204, 403, target=a_missed_request),
    ("GET", "/api/leads"): Row(200, 403),
    ("GET", "/api/contract-template"): Row(200, 403),
    ("PATCH", "/api/contract-template"): Row(200, 403, body=fixed({"signature": "always"})),
    ("POST", "/api/contract-template/preview"): Row(200, 403, body=fixed({})),
    # Staff see whether the contract is signed.
    ("GET", "/api/bookings/{booking_id}/contract"): Row(200, 200, target=a_contract),
    ("POST", "/api/bookings/{booking_id}/contract"): Row(
        201, 403, target=a_booking, body=fixed({"signers": [{"name": "Ada"}]})
    ),
    ("GET", "/api/bookings/{booking_id}/contract.pdf"): Row(200, 403, target=a_contract),
    ("GET", "/api/bookings/{booking_id}/dispute-pack.pdf"): Row(404, 403, target=a_booking),
    ("GET", "/api/bookings/{booking_id}/certificate.pdf"): Row(404, 403, target=a_contract),
    ("POST", "/api/bookings/{booking_id}/contract/remind"): Row(200, 403, target=a_contract),
    ("POST", "/api/bookings/{booking_id}/contract/countersign"): Row(409, 403, target=a_contract),
    ("GET", "/api/quotes/{quote_id}/contract"): Row(200, 403, target=a_quote_contract),
    ("POST", "/api/quotes/{quote_id}/contract"): Row(
        201, 403, target=a_quote, body=fixed({"signers": [{"name": "Ada"}]})
    ),
    ("GET", "/api/quotes/{quote_id}/contract.pdf"): Row(200, 403, target=a_quote_contract),
    ("GET", "/api/quotes/{quote_id}/certificate.pdf"): Row(404, 403, target=a_quote_contract),
    ("POST", "/api/quotes/{quote_id}/contract/remind"): Row(200, 403, target=a_quote_contract),
    ("POST", "/api/quotes/{quote_id}/contract/countersign"): Row(409, 403, target=a_quote_contract),
    ("GET", "/api/reviews"): Row(200, 403),
    ("PATCH", "/api/reviews/{review_id}"): Row(200, 403, target=a_review, body=fixed({"answer": "Thank you"})),
    ("POST", "/api/leads/{booking_id}/send-again"): Row(409, 403, target=a_booking),
    ("GET", "/api/outages"): Row(200, 200),
    ("GET", "/api/repairs"): Row(200, 200),
    ("POST", "/api/repairs"): Row(201, 201, body=lambda world: a_letter_to_report(world.owner)),
    ("PATCH", "/api/repairs/{repair_id}"): Row(200, 403, target=a_repair, body=fixed({"kind": "missing"})),
    ("DELETE", "/api/repairs/{repair_id}"): Row(204, 403, target=a_repair),
    ("POST", "/api/repairs/{repair_id}/reopen"): Row(200, 403, target=a_repair),
    ("POST", "/api/repairs/{repair_id}/photos"): Row(201, 201, target=a_repair, body=fixed(PICTURE)),
    ("GET", "/api/reports/buy-next"): Row(200, 403),
    ("GET", "/api/reports/spare-letters"): Row(200, 403),
    ("GET", "/api/reports/funnel"): Row(200, 403),
    ("GET", "/api/reports/lost"): Row(200, 403),
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
    ("GET", "/api/stocktakes"): Row(200, 200),
    ("POST", "/api/stocktakes"): Row(201, 403, body=fixed({"sizes": None})),
    ("GET", "/api/stocktakes/{stocktake_id}"): Row(200, 200, target=a_stocktake),
    ("GET", "/api/stocktakes/{stocktake_id}/report.csv"): Row(200, 200, target=a_stocktake),
    ("PUT", "/api/stocktakes/{stocktake_id}/counts"): Row(200, 200, target=a_stocktake, body=a_count),
    ("POST", "/api/stocktakes/{stocktake_id}/finish"): Row(
        200, 403, target=a_stocktake, body=fixed({"differences": "loss"})
    ),
    ("DELETE", "/api/stocktakes/{stocktake_id}"): Row(204, 403, target=a_stocktake),
    # The booking has no stop today.
    ("PUT", "/api/day/order"): Row(404, 403, body=fixed({"stops": [{"bookingId": 1, "kind": "delivery"}]})),
    ("DELETE", "/api/day/order"): Row(200, 403),
    ("PUT", "/api/bookings/{booking_id}/crew"): Row(
        200, 403, target=a_booking, body=fixed({"kind": "delivery", "userId": None})
    ),
    ("POST", "/api/bookings/{booking_id}/resolve"): Row(409, 403, target=a_booking, body=fixed({"option": "call"})),
    ("POST", "/api/bookings/{booking_id}/resolve/undo"): Row(404, 403, target=a_booking),
    # The booking isn't short of anything.
    ("POST", "/api/bookings/{booking_id}/borrowed"): Row(
        409,
        403,
        target=a_booking,
        body=fixed({**BORROWED, "pieces": [{"letter": "L", "size": "4ft", "count": 1}]}),
    ),
    ("PATCH", "/api/bookings/{booking_id}/borrowed/{loan_id}"): Row(
        200, 200, target=a_loan, body=fixed({"givenBack": True})
    ),
    ("DELETE", "/api/bookings/{booking_id}/borrowed/{loan_id}"): Row(200, 403, target=a_loan),
    ("GET", "/api/bookings/{booking_id}/charges"): Row(200, 403, accountant=200, target=a_booking),
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
    ("GET", "/api/picture-storage"): Row(200, 200),
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
    ("GET", "/api/price-list/charges"): Row(200, 403),
    ("POST", "/api/price-list/example"): Row(200, 403, body=fixed({})),
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
    # Imports
    ("GET", "/api/imports"): Row(200, 403),
    ("GET", "/api/imports/template.csv"): Row(200, 403),
    ("POST", "/api/imports/bookings"): Row(200, 403, body=fixed({"csv": PAST_BOOKING})),
    ("POST", "/api/imports/customers"): Row(200, 403, body=fixed({"csv": PAST_BOOKING})),
    ("POST", "/api/imports/items"): Row(200, 403, body=fixed({"csv": "Name,Price\nHeart,5\n"})),
    ("POST", "/api/imports/{import_id}/undo"): Row(200, 403, target=an_import),
    ("GET", "/api/booking-rules"): Row(200, 200),
    ("GET", "/api/currency"): Row(200, 403),
    ("PUT", "/api/currency"): Row(200, 403, body=fixed({"currency": "USD"})),
    ("GET", "/api/location"): Row(200, 403),
    ("PUT", "/api/location"): Row(
        200,
        403,
        body=fixed(
            {
                "timeZone": "Europe/Berlin",
                "currency": "EUR",
                "dateFormat": "DD.MM.YYYY",
                "timeFormat": "24h",
                "measures": "metric",
            }
        ),
    ),
    ("PATCH", "/api/booking-rules"): Row(200, 403, body=fixed({"holdDays": 5})),
    ("GET", "/api/business-details"): Row(200, 403),
    ("PATCH", "/api/business-details"): Row(200, 403, body=fixed({"phone": "555 0100"})),
    ("GET", "/api/business-details/logo"): Row(200, 403, before=the_logo),
    ("PUT", "/api/business-details/logo"): Row(200, 403, body=fixed(PICTURE)),
    ("DELETE", "/api/business-details/logo"): Row(204, 403, before=the_logo),
    ("GET", "/api/embed-settings"): Row(200, 403),
    ("PATCH", "/api/embed-settings"): Row(200, 403, body=fixed({"allowedSites": ["www.example.com"]})),
    ("POST", "/api/embed-settings/renew-key"): Row(200, 403),
    # The team
    ("PATCH", "/api/team"): Row(204, 403, body=fixed({"secondFactorRequired": False})),
    ("GET", "/api/team"): Row(200, 200),
    ("POST", "/api/team/invitations"): Row(201, 403, body=some_invitation),
    ("POST", "/api/team/invitations/{invitation_id}/resend"): Row(200, 403, target=an_invitation),
    ("DELETE", "/api/team/invitations/{invitation_id}"): Row(204, 403, target=an_invitation),
    ("PATCH", "/api/team/members/{user_id}"): Row(409, 403, target=a_user, body=fixed({"part": "manager"})),
    ("DELETE", "/api/team/members/{user_id}"): Row(409, 403, target=a_user),
    ("GET", "/api/activity"): Row(200, 403),
    # The owner cannot leave.
    ("POST", "/api/team/leave"): Row(409, 200, accountant=200, manager=200),
    # Closing the business, for the owner only
    ("GET", "/api/account/closing"): Row(200, 403, manager=403),
    ("GET", "/api/support-access"): Row(200, 403, manager=403),
    ("POST", "/api/support-access"): Row(200, 403, manager=403),
    ("DELETE", "/api/support-access"): Row(204, 403, manager=403),
    ("GET", "/api/usage"): Row(200, 403),
    ("POST", "/api/account/close"): Row(200, 403, manager=403, body=fixed({"password": PASSWORD})),
    ("POST", "/api/account/reopen"): Row(200, 403, manager=403),
    ("POST", "/api/account/export"): Row(200, 403, manager=403, body=fixed({"password": PASSWORD})),
    # Billing, for the owner only (A5)
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
    # Payments need the Stripe keys.
    ("POST", "/api/create-payment-intent"): Row(503, 403, manager=403, body=fixed({"amount": 5, "description": "x"})),
    # Quotes, which contain amounts
    ("GET", "/api/quotes"): Row(200, 403),
    ("POST", "/api/quotes"): Row(201, 403, body=fixed(booking_body())),
    ("GET", "/api/quotes/{quote_id}"): Row(200, 403, target=a_quote),
    ("PATCH", "/api/quotes/{quote_id}"): Row(200, 403, target=a_quote, body=fixed({"note": "Back door"})),
    ("DELETE", "/api/quotes/{quote_id}"): Row(204, 403, target=a_quote),
    ("POST", "/api/quotes/{quote_id}/send"): Row(200, 403, target=a_quote, body=fixed({"holdLetters": True})),
    ("POST", "/api/quotes/{quote_id}/withdraw"): Row(200, 403, target=a_quote),
    ("PUT", "/api/quotes/{quote_id}/lost-reason"): Row(409, 403, target=a_quote, body=fixed({"lostReason": "price"})),
    ("POST", "/api/quotes/{quote_id}/duplicate"): Row(201, 403, target=a_quote),
    ("POST", "/api/quotes/{quote_id}/book"): Row(201, 403, target=a_quote, body=fixed({})),
    ("GET", "/api/quotes/{quote_id}/versions/{version}"): Row(200, 403, target=a_sent_version),
    ("GET", "/api/quotes/{quote_id}/pdf"): Row(200, 403, target=a_quote),
    # Reports; those with amounts are not for staff (A5)
    ("GET", "/api/dashboard"): Row(200, 403),
    ("GET", "/api/reports/popular"): Row(200, 200),
    ("GET", "/api/reports/letters"): Row(200, 200),
    ("GET", "/api/reports/stock"): Row(200, 200),
    ("GET", "/api/day"): Row(200, 200),
    ("GET", "/api/load-list"): Row(200, 200),
    ("GET", "/api/crew"): Row(200, 200),
    ("GET", "/api/reports/revenue"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/revenue.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/tax"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/tax.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/payments.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/journal.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/journal/accounts"): Row(200, 403, accountant=200),
    # The ledger; no month of that year can be closed or is closed
    ("GET", "/api/ledger"): Row(200, 403, accountant=200),
    ("GET", "/api/ledger.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/ledger.xlsx"): Row(200, 403, accountant=200),
    ("GET", "/api/trial-balance.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/trial-balance.xlsx"): Row(200, 403, accountant=200),
    ("GET", "/api/trial-balance"): Row(200, 403, accountant=200),
    ("GET", "/api/ledger/accounts"): Row(200, 403, accountant=200),
    ("PUT", "/api/ledger/accounts"): Row(200, 403, body=fixed({"accounts": []})),
    ("GET", "/api/periods"): Row(200, 403, accountant=200),
    ("POST", "/api/periods/{period}/close"): Row(404, 403, accountant=404),
    ("POST", "/api/periods/{period}/reopen"): Row(409, 403, body=fixed({"reason": "Typo"})),
    # Bookkeeping software, which isn't set up here
    ("GET", "/api/books"): Row(200, 403, accountant=200),
    ("PATCH", "/api/books"): Row(200, 403, body=fixed({"mode": "daily"})),
    ("GET", "/api/books/accounts"): Row(409, 403),
    ("POST", "/api/books/connect"): Row(409, 403, body=fixed({"system": "xero"})),
    ("GET", "/api/books/callback"): Row(409, 403),
    ("POST", "/api/books/disconnect"): Row(200, 403),
    ("POST", "/api/books/push"): Row(
        409, 403, accountant=409, query=lambda _world: {"from": "2027-06-01", "to": "2027-06-02"}
    ),
    ("GET", "/api/books/pushes"): Row(200, 403, accountant=200),
    ("POST", "/api/books/pushes/{push_id}/retry"): Row(409, 403, accountant=409, target=a_push),
    ("GET", "/api/invoices"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/open-items"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/open-items.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/deposits"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/deposits.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/card-payments"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/card-payments.csv"): Row(200, 403, accountant=200),
    ("GET", "/api/reports/bookings.csv"): Row(200, 403),
    ("GET", "/api/reports/missed-letters"): Row(200, 403),
}
