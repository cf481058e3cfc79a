"""Realistic demo business, created through the product's own functions: `marqueedesk seed-demo`."""
