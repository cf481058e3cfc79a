"""The payment provider, for all packages that handle payments: client, mapping, ids, webhooks
(docs/adr/0014-payments.md).

Used by ``billing`` (businesses' payments to the platform) and ``payments`` (customers' payments to businesses), which
are independent of each other. Only this package imports the provider's library.
"""
