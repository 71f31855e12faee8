"""Pages that follow by themselves what others write: they ask every few seconds what is new."""

from playwright.sync_api import Page, expect


def ask_now(page: Page) -> None:
    """The page asks at once, as when the network is back, and not at the next of its turns."""
    page.evaluate("dispatchEvent(new Event('online'))")


def next_turn(page: Page, seconds: int) -> None:
    """Of a page that asks every so many seconds: it does so now."""
    expect(page.locator(f"[data-live][hx-trigger^='every {seconds}s']").first).to_be_attached()
    ask_now(page)
