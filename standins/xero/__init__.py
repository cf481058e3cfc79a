"""A stand-in for Xero: consent and tokens, connections, the chart of accounts, and manual journals.

After the public reference of the Accounting API: https://developer.xero.com/documentation/api/accounting/overview.
"""
