"""The browser tests notice what a page complains of, and sign in as people do."""


def test_signing_in(club, phone, sign_in):
    sign_in(phone, "Alice")

    phone.goto("/c/trois-bouts/")
    assert phone.locator("h1").inner_text() == "Les Trois Bouts"


def test_two_devices_are_two_people(club, phone, laptop, sign_in):
    sign_in(phone, "Alice")
    laptop.goto("/c/trois-bouts/")

    assert "/login/" in laptop.url


def test_a_page_that_complains_is_noticed(phone, trouble):
    phone.goto("/login/")
    phone.evaluate("console.error('a mistake')")
    phone.evaluate("setTimeout(() => { throw new Error('an exception') })")
    phone.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')")
    phone.wait_for_function("document.querySelector('p[style]')")

    seen = " ".join(trouble.left())
    assert "a mistake" in seen
    assert "an exception" in seen
    assert "Content Security Policy" in seen
    trouble.expect("")  # all of it was meant
