"""Imports every table's module, for migrations and for tests over all tables."""

from importlib import import_module

from marqueedesk.kit.db.db import Base

for _module in (
    "kit.db.tables",
    "kit.watch.audit",
    "kit.http.links",
    "kit.live.changes",
    "kit.live.open_streams",
    "kit.db.heartbeats",
    "kit.db.numbering",
    "backup.models",
    "instance_settings.models",
    "announcements.models",
    "accounts.models",
    "business_usage.models",
    "sms.models",
    "inventory.models",
    "venues.models",
    "insurance.models",
    "partners.models",
    "pricing.models",
    "business.models",
    "customers.models",
    "availability.models",
    "bookings.models",
    "bookings.accepted_terms",
    "bookings.certificates.models",
    "waiting_list.waiting_entry",
    "booking_form.form_visits",
    "booking_form.leads",
    "follow_ups.models",
    "reviews.models",
    "imports.models",
    "bookings.agreements",
    "bookings.goods.resolving",
    "bookings.charges.discount_codes",
    "quotes.models",
    "documents.models",
    "stripe.models",
    "billing.models",
    "bookings.goods.stocktakes.models",
    "payments.door.models",
    "payments.models",
    "books.models",
    "books.partners.models",
    "conversations.models",
    "conversations.canned_answers",
    "messages.models",
    "notifications.models",
    "customer_pages.models",
    "calendar_feed.models",
):
    import_module(f"marqueedesk.{_module}")

METADATA = Base.metadata
