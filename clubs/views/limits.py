"""How often one address of the network may try: guessing costs time, and a table costs a row."""

import time
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

HOUSEHOLD = 64  # bits of an IPv6 address that a provider gives to one customer


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` times within `seconds`, counted by each process of the server on its own."""

    name: str
    most: int
    seconds: int

    def key(self, request: HttpRequest) -> str:
        window = int(time.time()) // self.seconds
        return f"limit:{self.name}:{window}:{client_address(request)}"

    def is_reached(self, request: HttpRequest) -> bool:
        return int(cache.get(self.key(request), 0)) >= self.most

    def count(self, request: HttpRequest) -> None:
        key = self.key(request)
        cache.set(key, int(cache.get(key, 0)) + 1, timeout=self.seconds)


# A whole club comes by one address, and somebody in it types badly.
WRONG_LINKS = Limit("wrong-links", most=30, seconds=300)
INVITATIONS = Limit("invitations", most=60, seconds=3600)
NEW_TABLES = Limit("new-tables", most=30, seconds=3600)


def client_address(request: HttpRequest) -> str:
    """As allauth sees it, which knows of TRUSTED_PROXIES; of IPv6 the network of one household."""
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        household = IPv6Network((address, HOUSEHOLD), strict=False)
        return str(address.ipv4_mapped or household)
    return str(address)


def too_many(request: HttpRequest, limit: Limit) -> HttpResponse:
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(limit.seconds)
    return response
