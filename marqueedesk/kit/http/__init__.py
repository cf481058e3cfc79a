"""Requests and responses: routing, schemas, rate limits, links and compression."""
