"""The fixtures of billing: an application that talks to the stand-in, plans, and what stands in for the worker."""

from tests.support.billing_fixtures import admin_of, deliver, keyless_plan, owner, plan, with_keys

__all__ = ["admin_of", "deliver", "keyless_plan", "owner", "plan", "with_keys"]
