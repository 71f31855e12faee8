"""The request as our middleware leaves it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from clubs.access import Actor


class Request(HttpRequest):
    """For annotations: an HttpRequest with who acts and what htmx says."""

    actor: Actor
    htmx: HtmxDetails
