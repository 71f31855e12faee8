"""The scene of the access matrix, and who looks at it."""

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from clubs.http import HELD_LINKS
from tests.access.matrix.rows import WHO
from tests.access.scene import Scene


@pytest.fixture(scope="module")
def _scene(django_db_setup, django_db_blocker):
    """Set once: each request is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene.set()
        scene.sessions = {who: session_of(scene, who) for who in WHO}
        yield scene
        transaction.set_rollback(True)


@pytest.fixture
def scene(_scene, db):
    return _scene


def session_of(scene: Scene, who: str) -> str | None:
    """The key of the session by which the site knows who asks; it is set with the scene."""
    client = Client()
    if WHO[who]:
        client.force_login(scene.cast.user(WHO[who]))
    if who in scene.held:
        session = client.session
        session[HELD_LINKS] = [str(link.uuid) for link in scene.held[who]]
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else None
