"""Addresses that other phones open, in QR codes and copied texts (docs/decisions/links.md), and
addresses that a browser sends: where a form was sent from, where to go next."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from clubs.core.codes import shown_code
from clubs.models import Tournament, TournamentState

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}  # names of a machine for itself alone


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """The short address of a tournament: whole for a phone, as it is typed, and its code alone."""

    address: str
    typed: str
    code: str

    @classmethod
    def of(cls, request: HttpRequest, tournament: Tournament) -> "PublicAddress":
        address = f"{site_address(request)}{reverse('code_open', args=[tournament.code])}"
        typed = address.partition("://")[2].removesuffix("/")
        return cls(address, typed, shown_code(tournament.code))


def given_address(request: HttpRequest, tournament: Tournament) -> PublicAddress | None:
    """The address to hand out. None of a practice, and of a tournament whose registration has not
    opened."""
    if tournament.is_practice or tournament.state == TournamentState.DRAFT:
        return None
    return PublicAddress.of(request, tournament)


def projected_address(request: HttpRequest, tournament: Tournament) -> PublicAddress | None:
    """given_address, if it leads everybody to a page: for walls and posters."""
    return given_address(request, tournament) if tournament.shows_page else None


def site_address(request: HttpRequest) -> str:
    """Scheme, host and port by which a phone at the same table reaches this site.

    The one that the page itself came by, since it is known to work here (a club's local network);
    but not a name that only the server's own browser understands.
    """
    host, port = split_domain_port(request.get_host())
    if host not in LOOPBACK:
        return f"{request.scheme}://{request.get_host()}"
    if urlsplit(settings.SITE_URL).hostname not in LOOPBACK:
        return str(settings.SITE_URL)
    numbers = [name for name in settings.EXTRA_HOSTS if _is_ip_address(name)]
    near = next(iter(numbers), host)
    return f"{request.scheme}://{near}:{port}" if port else f"{request.scheme}://{near}"


def own_path(request: HttpRequest, address: str | None) -> str:
    """Path and query of an address in a header or a field, if it is one of this site; else "/".

    Every address that a browser sends is read here, since anybody can send anything, even what is
    no address.
    """
    host, is_secure = request.get_host(), request.is_secure()
    if not address or not url_has_allowed_host_and_scheme(address, {host}, is_secure):
        return "/"
    parts = urlsplit(address)
    path = "/" + parts.path.lstrip("/\\")  # two of them would begin the name of another site
    return f"{path}?{parts.query}" if parts.query else path


def _is_ip_address(name: str) -> bool:
    """Whether it is an IP address, which phones find without a name server."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
