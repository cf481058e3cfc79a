"""The one list of routers: signed-in and public apart. A route that is missing here does not exist."""

from fastapi import APIRouter

from marqueedesk.accounts import api as accounts

SIGNED_IN: list[APIRouter] = [accounts.router]

PUBLIC: list[APIRouter] = []

PUBLIC_PATHS = frozenset[str]()
"""Calls that any site's page may make, without credentials: the widget's."""
