"""How often somebody may try: guessing costs time, and a table costs a row."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.http import Request
from clubs.services import counters

HOUSEHOLD = 64  # bits of an IPv6 address that a provider gives to one customer
SITE = 48  # to a firm, or to whoever rents a server: 65,536 of the above
MORE_OF_A_SITE = 4  # times what one household may


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` times within `seconds` for one address, whatever process of the server is
    asked. An IPv6 address counts for its household and, with more tries, for the site around it."""

    name: str
    most: int
    seconds: int

    def is_reached(self, request: HttpRequest) -> bool:
        return any(self.is_full(name, most) for name, most in self._names(request))

    def room(self, request: HttpRequest) -> int:
        """How many tries are left for the address of this request."""
        names = self._names(request)
        return max(min(most - counters.attempt_count(self._key(name)) for name, most in names), 0)

    def count(self, request: HttpRequest) -> None:
        for name, _most in self._names(request):
            self.add(name)

    def is_full(self, name: str, most: int | None = None) -> bool:
        """Whether a name has no try left: an address, an account, a link, everybody."""
        return counters.attempt_count(self._key(name)) >= (self.most if most is None else most)

    def add(self, name: str) -> None:
        counters.count_attempt(self._key(name), self.seconds)

    def seconds_left(self) -> int:
        """Until tries count anew."""
        return self.seconds - int(time.time()) % self.seconds

    def _names(self, request: HttpRequest) -> Iterator[tuple[str, int]]:
        address = client_address(request)
        yield address, self.most
        if address.endswith(f"/{HOUSEHOLD}"):
            around = IPv6Network(address).supernet(new_prefix=SITE)
            yield str(around), self.most * MORE_OF_A_SITE

    def _key(self, name: str) -> str:
        window = int(time.time()) // self.seconds
        return f"limit:{self.name}:{window}:{name}"


# A whole club comes by one address, and somebody in it types badly.
WRONG_LINKS = Limit("wrong-links", most=30, seconds=300)
WRONG_CODES = Limit("wrong-codes", most=300, seconds=300)  # of everybody together
CODES_OF_ONE = Limit("codes-of-one", most=30, seconds=300)  # while that is reached
INVITATIONS = Limit("invitations", most=60, seconds=3600)
NEW_TABLES = Limit("new-tables", most=30, seconds=3600)
CHECKS = Limit("checks", most=60, seconds=300)  # of fingerprints: each reads a whole log
HOUSE_RULES = Limit("house-rules", most=60, seconds=3600)  # versions of tables without an account

EVERYBODY = "everybody"


def may_try_codes(request: Request) -> bool:
    """Whether a code is looked up now.

    Many wrong codes on the whole installation mean that somebody tries them all from many
    addresses. Then codes are for people whom a club knows, by an account or by a link of it, and
    each of them has a few.
    """
    if not WRONG_CODES.is_full(EVERYBODY):
        return True
    name = request.actor.known_as
    return name is not None and not CODES_OF_ONE.is_full(name)


def count_wrong_code(request: Request) -> None:
    WRONG_LINKS.count(request)
    WRONG_CODES.add(EVERYBODY)
    if (name := request.actor.known_as) is not None:
        CODES_OF_ONE.add(name)


def client_address(request: HttpRequest) -> str:
    """The address as allauth sees it, which respects TRUSTED_PROXIES; of IPv6 the network of one
    household."""
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        household = IPv6Network((address, HOUSEHOLD), strict=False)
        return str(address.ipv4_mapped or household)
    return str(address)


def too_many(request: HttpRequest, limit: Limit) -> HttpResponse:
    seconds = limit.seconds_left()
    context = {"of_all": limit is WRONG_CODES, "minutes": ceil(seconds / 60)}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response
