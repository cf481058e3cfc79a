"""All routers: signed-in, admin and public. Routers missing here are not served."""

from fastapi import APIRouter

from marqueedesk.account_closing import api as closing
from marqueedesk.accounts import api as accounts
from marqueedesk.accounts import email_api as emails
from marqueedesk.accounts import events_api as events
from marqueedesk.accounts import passkeys_api as passkeys
from marqueedesk.accounts import resets_api as resets
from marqueedesk.accounts import second_factor_api as second_factors
from marqueedesk.accounts import support_access_api as support_access
from marqueedesk.admin import announcements_api, businesses_api, email_volumes_api, jobs_api, reviews_api
from marqueedesk.admin import api as admin
from marqueedesk.admin import audit_api as admin_audit
from marqueedesk.admin import mail_api as admin_mail
from marqueedesk.admin import payments_api as admin_payments
from marqueedesk.admin import plans_api as admin_plans
from marqueedesk.admin import public_api as site
from marqueedesk.admin import settings_api as admin_settings
from marqueedesk.admin import status_public_api as status_page
from marqueedesk.admin import subscriptions_api as admin_subscriptions
from marqueedesk.admin import texts_api as admin_texts_api
from marqueedesk.billing import api as billing
from marqueedesk.billing import changing_api as plan_changes
from marqueedesk.billing import public_api as public_billing
from marqueedesk.blocked_senders import api as blocked_senders
from marqueedesk.booking_form import catalog_public_api as public_catalog
from marqueedesk.booking_form import estimate_public_api as estimates
from marqueedesk.booking_form import form_public_api as public_form
from marqueedesk.booking_form import missed_requests_api as missed_requests
from marqueedesk.booking_form import policy_preview_api as policy_preview
from marqueedesk.booking_form import price_example_api as price_example
from marqueedesk.booking_form import public_api as public_bookings
from marqueedesk.booking_form import site_check_api as site_check
from marqueedesk.bookings import actions_api as booking_actions
from marqueedesk.bookings import api as bookings
from marqueedesk.bookings.certificates import api as booking_certificates
from marqueedesk.bookings.charges import charges_api as charges
from marqueedesk.bookings.charges import discount_codes_api as discount_codes
from marqueedesk.bookings.goods import assignments_api as assignments
from marqueedesk.bookings.goods import at_risk_api as at_risk
from marqueedesk.bookings.goods import borrowing_api as borrowing
from marqueedesk.bookings.goods import handovers_api as handovers
from marqueedesk.bookings.goods import pieces_api as pieces
from marqueedesk.bookings.goods import repairs_api as repairs
from marqueedesk.bookings.goods import route_order_api as route_order
from marqueedesk.bookings.goods.stocktakes import api as stocktakes
from marqueedesk.books import api as books
from marqueedesk.books import exports_api as books_exports
from marqueedesk.books import statements_api as books_statements
from marqueedesk.books.partners import api as books_partners
from marqueedesk.business import api as business
from marqueedesk.business import embedding_api as embedding
from marqueedesk.business import public_api as public_business
from marqueedesk.business_usage import api as business_usage
from marqueedesk.calendar_feed import api as feeds
from marqueedesk.calendar_feed import public_api as public_feeds
from marqueedesk.cards_on_file import api as cards_on_file
from marqueedesk.contracts import api as contracts
from marqueedesk.contracts import public_api as public_contracts
from marqueedesk.contracts import template_api as contract_template
from marqueedesk.contracts import verify_public_api as verify
from marqueedesk.conversations import api as conversations
from marqueedesk.conversations import canned_answers_api as canned_answers
from marqueedesk.conversations import consent_api as text_consent
from marqueedesk.conversations import on_the_way_api as on_the_way
from marqueedesk.conversations import public_api as text_webhooks
from marqueedesk.conversations import settings_api as sms_settings
from marqueedesk.customer_pages import api as customers_side
from marqueedesk.customer_pages import booking_lists_public_api as customers_lists
from marqueedesk.customer_pages import booking_public_api as customers_booking
from marqueedesk.customer_pages import card_public_api as customers_cards
from marqueedesk.customer_pages import documents_public_api as customers_documents
from marqueedesk.customer_pages import paying_lists_public_api as customers_paying_lists
from marqueedesk.customer_pages import paying_public_api as customers_paying
from marqueedesk.customer_pages import public_api as portal
from marqueedesk.customer_pages import shares_public_api as customers_shares
from marqueedesk.customer_pages import sharing_public_api as sharing
from marqueedesk.customer_records import api as customer_records
from marqueedesk.dispute_packs import api as dispute_packs
from marqueedesk.documents import api as documents
from marqueedesk.documents import labels_api as labels
from marqueedesk.documents import public_api as public_documents
from marqueedesk.follow_ups import leads_api as leads
from marqueedesk.follow_ups import public_api as follow_ups
from marqueedesk.gift_cards import api as gift_cards
from marqueedesk.gift_cards import public_api as gift_card_page
from marqueedesk.imports import api as imports
from marqueedesk.insurance import api as certificates
from marqueedesk.inventory import api as inventory
from marqueedesk.inventory import items_api as items
from marqueedesk.inventory import items_public_api as public_items
from marqueedesk.inventory import letter_import_api as letter_import
from marqueedesk.inventory import letters_api as letters
from marqueedesk.inventory import outages_api as outages
from marqueedesk.inventory import photos_api as photos
from marqueedesk.kit.http.direct import QueueKey
from marqueedesk.messages import api as messages
from marqueedesk.messages import edit_preview_api as edit_previews
from marqueedesk.notifications import api as notifications
from marqueedesk.partners import api as partners
from marqueedesk.payments import api as payments
from marqueedesk.payments import bookings_api as booking_payments
from marqueedesk.payments import bulk_api as bulk_actions
from marqueedesk.payments import canceling_api as canceling
from marqueedesk.payments import currency_api as currency
from marqueedesk.payments import location_api as location
from marqueedesk.payments import payouts_api as payouts
from marqueedesk.payments import shares_api as payment_shares
from marqueedesk.payments.door import api as door
from marqueedesk.pricing import api as pricing
from marqueedesk.pricing import policy_api as payment_policy
from marqueedesk.pricing import tax_api, zones_api
from marqueedesk.quotes import api as quotes
from marqueedesk.reports import api as reports
from marqueedesk.reports import buying_api as buying
from marqueedesk.reports import crew_api as crew
from marqueedesk.reports import day_api as days
from marqueedesk.reports import funnel_api as funnel
from marqueedesk.reports import letters_api as letter_reports
from marqueedesk.reports import lost_api as lost_requests
from marqueedesk.reports import money_api as bookkeeping
from marqueedesk.reports import partner_statements_api as partner_statements
from marqueedesk.reports import spare_api as spare_letters
from marqueedesk.reviews import api as reviews
from marqueedesk.reviews import public_api as public_reviews
from marqueedesk.search import api as search
from marqueedesk.security_holds import api as security_holds
from marqueedesk.stripe import public_api as stripe
from marqueedesk.teams import activity_api as activity
from marqueedesk.teams import api as teams
from marqueedesk.teams import public_api as invitations
from marqueedesk.venues import api as venues
from marqueedesk.venues import public_api as public_venues
from marqueedesk.waiting_list import waiting_public_api as waiting

SIGNED_IN: list[APIRouter] = [
    accounts.router,
    messages.router,
    conversations.router,
    text_consent.router,
    canned_answers.router,
    sms_settings.router,
    on_the_way.router,
    edit_previews.router,
    second_factors.router,
    passkeys.router,
    embedding.router,
    events.router,
    booking_actions.router,
    bookings.router,
    customer_records.router,
    gift_cards.router,
    gift_card_page.router,
    certificates.router,
    booking_certificates.router,
    partners.router,
    partner_statements.router,
    quotes.router,
    letters.router,
    outages.router,
    at_risk.router,
    borrowing.router,
    items.router,
    pieces.router,
    repairs.router,
    labels.router,
    photos.router,
    handovers.router,
    stocktakes.router,
    charges.router,
    assignments.router,
    route_order.router,
    site_check.router,
    waiting.own_router,
    letter_import.router,
    inventory.router,
    pricing.router,
    zones_api.router,
    tax_api.router,
    discount_codes.router,
    blocked_senders.router,
    payment_policy.router,
    leads.router,
    reviews.router,
    imports.router,
    policy_preview.router,
    price_example.router,
    venues.router,
    payments.router,
    currency.router,
    location.router,
    payouts.router,
    booking_payments.router,
    cards_on_file.router,
    security_holds.router,
    payment_shares.router,
    door.router,
    bulk_actions.router,
    canceling.router,
    billing.router,
    plan_changes.router,
    business.router,
    documents.router,
    contracts.router,
    dispute_packs.router,
    contract_template.router,
    notifications.router,
    customers_side.router,
    feeds.router,
    books.router,
    books_partners.router,
    books_exports.router,
    books_statements.router,
    reports.router,
    letter_reports.router,
    buying.router,
    spare_letters.router,
    funnel.router,
    lost_requests.router,
    days.router,
    bookkeeping.router,
    crew.router,
    search.router,
    teams.router,
    activity.router,
    closing.router,
    support_access.router,
    business_usage.router,
]

ADMIN: list[APIRouter] = [
    admin.router,
    admin_settings.router,
    admin_payments.router,
    admin_mail.router,
    email_volumes_api.router,
    admin_texts_api.router,
    jobs_api.router,
    reviews_api.router,
    announcements_api.router,
    businesses_api.router,
    admin_plans.router,
    admin_subscriptions.router,
    admin_audit.router,
]

PUBLIC: list[APIRouter] = [
    resets.router,
    emails.router,
    site.router,
    status_page.router,
    public_venues.router,
    public_form.router,
    estimates.router,
    missed_requests.router,
    public_bookings.router,
    public_items.router,
    public_catalog.router,
    waiting.router,
    follow_ups.router,
    public_reviews.router,
    public_business.router,
    portal.router,
    sharing.router,
    public_billing.router,
    customers_booking.router,
    customers_lists.router,
    customers_paying_lists.router,
    customers_documents.router,
    customers_paying.router,
    customers_cards.router,
    customers_shares.router,
    public_feeds.router,
    public_documents.router,
    public_contracts.router,
    verify.router,
    stripe.router,
    text_webhooks.router,
    invitations.router,
]

PUBLIC_CALLS = frozenset(
    {
        ("GET", "/api/venues"),
        ("GET", "/api/booking-form"),
        ("GET", "/api/availability/calendar"),
        ("GET", "/api/public/catalog"),
        ("POST", "/api/estimate"),
        ("POST", "/api/bookings"),
        ("POST", "/api/public/waiting-list"),
        ("POST", "/api/public/priced-leads"),
        ("GET", "/api/public/terms/{public_key}"),
        ("GET", "/api/payment-setup"),
        ("GET", "/api/public/bookings/{token}"),
        ("POST", "/api/public/bookings/{token}/pay/look"),
        ("POST", "/api/public/bookings/{token}/retake"),
    }
)
"""Calls allowed from any site without credentials: those of the embedded form, also in frames without an origin."""

DIRECT_CALLS: dict[tuple[str, str], QueueKey | None] = {
    ("POST", "/api/estimate"): None,
    ("POST", "/api/bookings"): public_bookings.queue_key,
}
"""Hot paths that bypass FastAPI's routing (see kit.http.direct), with the queue key of those that are queued."""
