"""Routes that only administrators may call."""

from tests.laws.route_world import (
    ANNOUNCEMENT,
    KEYS,
    MAIL,
    Row,
    a_canceled_trial,
    a_plan,
    a_plan_payment,
    a_texting_business,
    a_trial,
    a_user,
    an_account_email,
    an_announcement,
    an_email_sender,
    fixed,
    in_a_month,
    the_first_plan,
)
from tests.support.api import PASSWORD

OF_ADMINISTRATORS: dict[tuple[str, str], Row] = {
    # Plans and the subscriptions of all businesses
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
    # Refunds need the Stripe keys.
    ("POST", "/api/admin/subscriptions/{subscription_id}/payments/{payment_id}/refund"): Row(
        403, 403, admin=503, target=a_plan_payment, body=fixed({"amount": 2900})
    ),
    ("POST", "/api/admin/subscriptions/{subscription_id}/resume"): Row(403, 403, admin=200, target=a_canceled_trial),
    ("POST", "/api/admin/subscriptions/{subscription_id}/extend-trial"): Row(
        403, 403, admin=200, target=a_trial, body=lambda _world: {"trialEnd": in_a_month()}
    ),
    # Administration of users and the installation
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
    ("GET", "/api/admin/failing-jobs"): Row(403, 403, admin=200),
    ("POST", "/api/admin/failing-jobs/retry"): Row(403, 403, admin=204, body=fixed({"kind": "mail.send"})),
    ("PATCH", "/api/admin/email-volumes/{operator_id}"): Row(
        403, 403, admin=204, target=an_email_sender, body=fixed({"stopped": False})
    ),
    # Without an account, nothing is sent.
    ("POST", "/api/admin/settings/texts/test"): Row(403, 403, admin=200, body=fixed({"to": "+15185550123"})),
    ("GET", "/api/admin/text-usage"): Row(403, 403, admin=200),
    ("DELETE", "/api/admin/text-senders/{operator_id}"): Row(403, 403, admin=204, target=a_texting_business),
    ("GET", "/api/admin/new-businesses"): Row(403, 403, admin=200),
    ("PATCH", "/api/admin/new-businesses/{operator_id}"): Row(
        403, 403, admin=204, target=an_email_sender, body=fixed({"approved": True})
    ),
    ("GET", "/api/admin/businesses"): Row(403, 403, admin=200),
    ("GET", "/api/admin/businesses/{operator_id}"): Row(403, 403, admin=200, target=an_email_sender),
    ("POST", "/api/admin/businesses/{operator_id}/suspend"): Row(
        403, 403, admin=200, target=an_email_sender, body=fixed({"reason": "Spam"})
    ),
    ("POST", "/api/admin/businesses/{operator_id}/slow"): Row(403, 403, admin=200, target=an_email_sender),
    ("POST", "/api/admin/businesses/{operator_id}/resume"): Row(403, 403, admin=200, target=an_email_sender),
    ("POST", "/api/admin/businesses/{operator_id}/sign-out"): Row(403, 403, admin=200, target=an_email_sender),
    ("GET", "/api/admin/businesses/{operator_id}/support/bookings"): Row(403, 403, admin=403, target=an_email_sender),
    ("GET", "/api/admin/announcements"): Row(403, 403, admin=200),
    ("POST", "/api/admin/announcements"): Row(403, 403, admin=201, body=fixed(ANNOUNCEMENT)),
    ("DELETE", "/api/admin/announcements/{announcement_id}"): Row(403, 403, admin=204, target=an_announcement),
    ("GET", "/api/admin/announcements/{announcement_id}/email"): Row(403, 403, admin=200, target=an_announcement),
    ("POST", "/api/admin/announcements/{announcement_id}/email"): Row(403, 403, admin=409, target=an_announcement),
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
        # Mismatched keys are rejected without contacting Stripe.
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
    ("PATCH", "/api/admin/settings/texts"): Row(
        403, 403, admin=200, body=fixed({"smsAccount": "ACstandin", "smsToken": "token", "smsFrom": "+15185550100"})
    ),
    ("PATCH", "/api/admin/settings/system"): Row(403, 403, admin=200, body=fixed({"freeCancellationPeriod": 24})),
}
