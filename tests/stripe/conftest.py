"""The fixtures of billing: its events are what most of these tests are about."""

from tests.support.billing_fixtures import admin_of, deliver, keyless_plan, owner, plan, with_keys

__all__ = ["admin_of", "deliver", "keyless_plan", "owner", "plan", "with_keys"]
