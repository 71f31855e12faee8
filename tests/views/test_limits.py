"""How often one address may try."""

import pytest

from clubs.views.limits import Limit, client_address

THREE = Limit("test", most=3, seconds=60)


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
    ],
)
def test_a_household_counts_as_one(rf, address, counted_as):
    assert client_address(rf.get("/", REMOTE_ADDR=address)) == counted_as


def test_behind_a_proxy_the_client_counts(rf, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    request = rf.get("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="9.9.9.9, 192.0.2.7")

    assert client_address(request) == "192.0.2.7"


@pytest.mark.django_db
def test_many_households_of_one_site_are_counted_together(rf):
    """Whoever rents a server has 65,536 networks of the size that is a household elsewhere."""
    for n in range(12):
        THREE.count(rf.get("/", REMOTE_ADDR=f"2001:db8:1:{n:x}::1"))

    assert THREE.is_reached(rf.get("/", REMOTE_ADDR="2001:db8:1:ffff::1"))
    assert not THREE.is_reached(rf.get("/", REMOTE_ADDR="2001:db8:2::1"))


@pytest.mark.django_db
def test_it_is_reached_by_counting(rf):
    request, other = rf.get("/"), rf.get("/", REMOTE_ADDR="192.0.2.7")
    reached = []
    for _n in range(4):
        reached.append(THREE.is_reached(request))
        THREE.count(request)

    assert reached == [False, False, False, True]
    assert not THREE.is_reached(other)
    assert not Limit("other", most=3, seconds=60).is_reached(request)
