"""The payment provider, for all packages that take money: client, mapping, ids, webhooks (docs/adr/0014-payments.md).

``billing`` (what businesses pay the platform) and ``payments`` (what customers pay businesses) both use it, and neither
knows the other. Only this package imports the provider's library.
"""
