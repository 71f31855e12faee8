"""Polls that are answered without asking who looks: docs/decisions/polling.md.

Anybody who was shown a state of a table may ask whether that is still its state: the answer, yes,
tells nothing else. The address that a page polls carries a seal of the state that it shows, so that
the usual case costs one read, without session and account. Everything else is asked of access.
"""

from urllib.parse import urlencode

from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.http import Request


def poll_address(path: str, name: str, seen: object, **more: str) -> str:
    """The address at which a page that shows this state asks for a newer one."""
    parameters = {name: seen, **{key: value for key, value in more.items() if value}}
    return f"{path}?{urlencode({**parameters, 'seal': _seal_of(path, seen)})}"


def is_sealed(request: Request, seen: object) -> bool:
    """Whether a page of ours was shown this state, and asks for it."""
    return constant_time_compare(request.GET.get("seal", ""), _seal_of(request.path, seen))


def _seal_of(path: str, seen: object) -> str:
    return salted_hmac("clubs.poll", f"{path} {seen}", algorithm="sha256").hexdigest()[:32]
