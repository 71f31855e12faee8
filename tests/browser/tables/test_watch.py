"""The browser tests notice what a page complains of, and no test finds what another one left."""

from itertools import count

from tests.browser.conftest import PHONE

LEFT = "['a' in localStorage, 'b' in sessionStorage, document.cookie.includes('c=1')]"


def test_two_devices_are_two_people(club, phone, laptop, sign_in):
    sign_in(phone, "Alice")

    phone.goto("/c/trois-bouts/")
    laptop.goto("/c/trois-bouts/")

    assert phone.locator("h1:visible").inner_text() == "Les Trois Bouts"
    assert "/login/" in laptop.url


def test_a_page_that_complains_is_noticed(phone, trouble):
    phone.route("**/broken/", lambda route: route.fulfill(status=500))
    phone.goto("/login/")
    phone.evaluate("console.error('a mistake')")
    phone.evaluate("setTimeout(() => { throw new Error('an exception') })")
    phone.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')")
    phone.wait_for_function("document.querySelector('p[style]')")
    with phone.expect_response("**/broken/"):
        phone.evaluate("fetch('/broken/')")

    seen = " ".join(trouble.left())
    assert "a mistake" in seen
    assert "an exception" in seen
    assert "Content Security Policy" in seen
    assert "the server responded with a status of 500" in seen
    trouble.expect("")  # all of it was meant


def test_a_device_is_washed(club, new_page, devices, traffic, sign_in, base_url, trouble):
    page = new_page(**PHONE)
    trouble.expect("ERR_")
    sign_in(page, "Alice")
    page.goto("/")
    page.evaluate("localStorage.a = sessionStorage.b = document.cookie = 'c=1'")
    assert page.evaluate(LEFT) == [True, True, True]
    page.context.route("**/login/", lambda route: route.abort())
    page.context.set_offline(True)

    devices.put_back([base_url], traffic)
    again = new_page(**PHONE)
    again.goto("/c/trois-bouts/")

    assert again.context is page.context
    assert page.is_closed()
    assert "/login/" in again.url
    assert again.evaluate(LEFT) == [False, False, False]


def test_a_device_whose_clock_was_set_is_not_used_again(new_page, devices, traffic, base_url):
    page = new_page(**PHONE)
    page.clock.install()

    devices.put_back([base_url], traffic)

    assert new_page(**PHONE).context is not page.context


def test_no_page_is_kept_for_the_next_test(phone, traffic):
    def public(environ, start_response):
        start_response("200 OK", [("Cache-Control", "public, max-age=300")])
        return [str(next(asked)).encode()]

    asked = count(1)
    application, traffic.application = traffic.application, public
    try:
        for address in ("/public/", "about:blank", "/public/"):
            phone.goto(address)
        assert phone.locator("body").inner_text() == "2"
    finally:
        traffic.application = application
