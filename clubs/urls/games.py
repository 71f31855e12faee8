"""Addresses that a game alone has, by the code of its register in core; each game adds its own."""

from collections.abc import Sequence

from django.urls import URLPattern

ADDRESSES: dict[str, Sequence[URLPattern]] = {}
